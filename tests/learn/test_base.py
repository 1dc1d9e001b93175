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
