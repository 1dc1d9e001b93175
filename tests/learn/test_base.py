from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from privascope.errors import PrivascopeError  # noqa: E402
from privascope.learn.base import base_digest, load_base, pooled, save_base  # noqa: E402
from privascope.learn.batches import model_inputs  # noqa: E402
from tests.learn.tiny import tiny_base  # noqa: E402


def test_a_stored_base_is_read_as_it_was(tmp_path: Path) -> None:
    name = tiny_base(tmp_path / "one")
    base = load_base(name)
    base.tokenizer.enable_truncation(4)
    save_base(tmp_path / "two", base.encoder, base.tokenizer)
    again = load_base(str(tmp_path / "two"))
    save_base(tmp_path / "three", again.encoder, again.tokenizer)
    assert base.digest == base_digest(name)
    assert again.digest == base_digest(str(tmp_path / "three"))
    assert again.tokenizer.truncation is None
    assert base.size == 32
    inputs = model_inputs([again.tokenizer.encode("we keep your data .")])
    with torch.inference_mode():
        one, two = (pooled(each.encoder.eval(), inputs) for each in (base, again))
    assert torch.equal(one, two)


def test_padding_does_not_change_a_vector(tmp_path: Path) -> None:
    base = load_base(tiny_base(tmp_path))
    texts = ["we keep data .", "they share your email address with partners for two years ."]
    encodings = [base.tokenizer.encode(text) for text in texts]
    with torch.inference_mode():
        together = pooled(base.encoder.eval(), model_inputs(encodings))
        alone = pooled(base.encoder, model_inputs(encodings[:1]))
    assert torch.allclose(together[0], alone[0], atol=1e-5)


def test_embeddings_are_frozen_unless_they_are_asked_for(tmp_path: Path) -> None:
    name = tiny_base(tmp_path)
    frozen, free = load_base(name), load_base(name, frozen_embeddings=False)
    assert not any(w.requires_grad for w in frozen.encoder.embeddings.parameters())
    assert all(w.requires_grad for w in free.encoder.parameters())


@pytest.mark.parametrize("missing", ["model.safetensors", "config.json", "tokenizer.json"])
def test_a_folder_that_lacks_a_file_is_named(tmp_path: Path, missing: str) -> None:
    name = tiny_base(tmp_path)
    (tmp_path / missing).unlink()
    with pytest.raises(PrivascopeError, match=f"no {missing}"):
        load_base(name)
    with pytest.raises(PrivascopeError, match=f"no {missing}"):
        base_digest(name)


def test_a_damaged_or_missing_folder_is_named(tmp_path: Path) -> None:
    name = tiny_base(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(PrivascopeError, match="cannot be read"):
        load_base(name)
    with pytest.raises(PrivascopeError, match="no folder"):
        load_base(str(tmp_path / "none"))


def test_sharded_weights_and_a_slow_tokenizer_are_read(tmp_path: Path) -> None:
    from transformers import BertModel

    name = tiny_base(tmp_path / "whole")
    base = load_base(name)
    sharded = tmp_path / "sharded"
    BertModel.from_pretrained(name, add_pooling_layer=False).save_pretrained(
        sharded, max_shard_size="20KB"
    )
    assert len(list(sharded.glob("model-*.safetensors"))) > 1
    # A vocabulary alone, as older models have it.
    places = {number: word for word, number in base.tokenizer.get_vocab().items()}
    words = [places.get(number, f"[unused{number}]") for number in range(max(places) + 1)]
    (sharded / "vocab.txt").write_text("".join(f"{word}\n" for word in words))
    again = load_base(str(sharded))
    text = "We keep your data ."
    assert again.tokenizer.encode(text).ids == base.tokenizer.encode(text).ids
    inputs = model_inputs([base.tokenizer.encode(text)])
    with torch.inference_mode():
        one, two = (pooled(each.encoder.eval(), inputs) for each in (base, again))
    assert torch.equal(one, two)
    shard = next(sharded.glob("model-*.safetensors"))
    before = again.digest
    shard.write_bytes(shard.read_bytes() + b" ")
    assert base_digest(str(sharded)) != before


def test_torchs_own_weights_are_read_and_a_pickle_is_refused(tmp_path: Path) -> None:
    import pickle

    name = tiny_base(tmp_path)
    whole = load_base(name)
    weights = tmp_path / "pytorch_model.bin"
    torch.save(whole.encoder.state_dict(), weights)
    (tmp_path / "model.safetensors").unlink()
    again = load_base(name)
    assert torch.equal(
        whole.encoder.embeddings.word_embeddings.weight,
        again.encoder.embeddings.word_embeddings.weight,
    )
    ran = tmp_path / "ran"

    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return Path.touch, (ran,)  # type: ignore[return-value]

    weights.write_bytes(pickle.dumps({"weight": Trap()}))
    with pytest.raises(PrivascopeError, match=r"pytorch_model.bin is refused: torch's safe loader"):
        load_base(name)
    assert not ran.exists()


def test_first_layers_are_an_encoder_of_their_own(tmp_path: Path) -> None:
    from privascope.learn.base import first_layers

    name = tiny_base(tmp_path / "two")
    cut = load_base(first_layers(name, 1, tmp_path / "one"))
    assert cut.encoder.config.num_hidden_layers == 1
    assert len(cut.encoder.encoder.layer) == 1
    with pytest.raises(PrivascopeError, match="has 2 layers: it cannot be cut to 3"):
        first_layers(name, 3, tmp_path / "three")
