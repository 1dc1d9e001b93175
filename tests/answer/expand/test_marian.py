"""Back-translation by Marian models, tried on a tiny one that has learned nothing."""

import json
from pathlib import Path

import pytest

from privascope.answer.expand import marian, translate
from privascope.answer.expand.marian import marian_called
from privascope.errors import PrivascopeError


def test_two_models_are_needed() -> None:
    with pytest.raises(PrivascopeError, match="two translation models"):
        marian_called("only-one")


@pytest.mark.slow
def test_a_model_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sentencepiece")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv(translate.MODELS_VARIABLE, f"{tmp_path}/there,{tmp_path}/back")
    translate.installed_translator.cache_clear()
    try:
        note = translate.translated_back("do you sell it?").note
    finally:
        translate.installed_translator.cache_clear()
    assert "Back-translation failed" in note
    assert "cannot be loaded" in note


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_tiny_random_model_translates(tmp_path: Path) -> None:
    write_tiny(tmp_path)
    translator = marian_called(f"{tmp_path},{tmp_path}")
    marian._translated.cache_clear()
    assert isinstance(translator.there("do you sell my data?"), str)
    assert translator.there("") == ""
    # Whatever comes back, it is a paraphrase or nothing, and no error.
    assert translate.translated_back("do you sell my data?", translator).note == ""


def write_tiny(folder: Path) -> None:
    """A Marian model of one small layer with a vocabulary of its own."""
    sentencepiece = pytest.importorskip("sentencepiece")
    transformers = pytest.importorskip("transformers")
    torch = pytest.importorskip("torch")
    torch.manual_seed(0)
    lines = folder / "lines.txt"
    lines.write_text("do you sell my data?\nwe never sell your data to anybody\nhow long?\n" * 20)
    sentencepiece.SentencePieceTrainer.train(
        input=str(lines), model_prefix=str(folder / "source"), vocab_size=24, minloglevel=2
    )
    (folder / "source.model").rename(folder / "source.spm")
    (folder / "target.spm").write_bytes((folder / "source.spm").read_bytes())
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "source.spm"))
    known = {"</s>": 0, "<unk>": 1}
    for number in range(pieces.get_piece_size()):
        known.setdefault(pieces.id_to_piece(number), len(known))
    known["<pad>"] = len(known)
    (folder / "vocab.json").write_text(json.dumps(known))
    tokenizer = {"source_lang": "en", "target_lang": "de", "model_max_length": 64}
    (folder / "tokenizer_config.json").write_text(json.dumps(tokenizer))
    config = transformers.MarianConfig(
        vocab_size=len(known),
        d_model=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        pad_token_id=known["<pad>"],
        eos_token_id=0,
        decoder_start_token_id=known["<pad>"],
        forced_eos_token_id=0,
        max_position_embeddings=256,
    )
    transformers.MarianMTModel(config).save_pretrained(folder)
