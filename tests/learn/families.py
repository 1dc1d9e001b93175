"""A tiny encoder with random weights of each family,."""

from pathlib import Path
from typing import Any

from tests.learn.tiny import WORDS

FAMILIES = ("bert", "roberta", "distilbert", "mpnet", "electra", "deberta-v2", "modernbert")
_ROBERTA = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")
_BERT = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_SIZE = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 64,
    "max_position_embeddings": 160,
}


def family_base(family: str, folder: Path) -> str:
    """The name of a new encoder of a family, always with the same weights."""
    import torch
    from transformers import AutoModel, PreTrainedTokenizerFast

    names = _ROBERTA if family in ("roberta", "mpnet") else _BERT
    tokenizer = _tokenizer(names, twice=family in ("roberta", "mpnet"))
    torch.manual_seed(11)
    encoder = AutoModel.from_config(_config(family, tokenizer))
    encoder.save_pretrained(folder)
    start, end = (names[0], names[2]) if names is _ROBERTA else (names[2], names[3])
    pad, unknown = (names[1], names[3]) if names is _ROBERTA else (names[0], names[1])
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        cls_token=start,
        sep_token=end,
        pad_token=pad,
        unk_token=unknown,
        mask_token=names[4],
    ).save_pretrained(folder)
    return str(folder)


def _tokenizer(names: tuple[str, ...], *, twice: bool) -> Any:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    letters = [letter for one in "abcdefghijklmnopqrstuvwxyz" for letter in (one, f"##{one}")]
    vocabulary = {word: number for number, word in enumerate([*names, *WORDS, *letters])}
    unknown = names[3] if twice else names[1]
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token=unknown))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    start, end = (names[0], names[2]) if twice else (names[2], names[3])
    middle = f"{end} {end}" if twice else end
    kind = "0" if twice else "1"
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{start} $A {end}",
        pair=f"{start} $A {middle} $B:{kind} {end}:{kind}",
        special_tokens=[(start, vocabulary[start]), (end, vocabulary[end])],
    )
    return tokenizer


def _config(family: str, tokenizer: Any) -> Any:
    from transformers import AutoConfig

    pad = 1 if family in ("roberta", "mpnet") else 0
    more: dict[str, Any] = dict(_SIZE)
    if family == "distilbert":
        more = {"dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 64}
        more["max_position_embeddings"] = 160
    if family == "roberta":
        more["type_vocab_size"] = 1
    if family == "electra":
        more["embedding_size"] = 16
    if family == "deberta-v2":
        more |= {"relative_attention": True, "position_buckets": 32, "type_vocab_size": 0}
        more |= {"norm_rel_ebd": "layer_norm", "share_att_key": True}
        more |= {"pos_att_type": ["p2c", "c2p"], "position_biased_input": False}
    if family == "modernbert":
        more |= {"cls_token_id": 2, "sep_token_id": 3, "bos_token_id": 2, "eos_token_id": 3}
    return AutoConfig.for_model(
        family,
        vocab_size=tokenizer.get_vocab_size(),
        pad_token_id=pad,
        initializer_range=0.1,
        **more,
    )
