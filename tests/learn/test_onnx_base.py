import warnings
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from privascope.errors import PrivascopeError  # noqa: E402
from privascope.learn.base import base_digest, load_base, pooled, save_base  # noqa: E402
from privascope.learn.batches import model_inputs  # noqa: E402
from tests.learn.tiny import tiny_base  # noqa: E402


@pytest.fixture
def exported(tmp_path: Path) -> tuple[str, Path]:
    """A tiny base, and a folder with the same as ONNX."""
    name = tiny_base(tmp_path / "base")
    base = load_base(name)
    encoder = base.encoder.eval()
    # Weights that are all alike would be stored once, under one name.
    for weight in encoder.parameters():
        weight.data += 0.1 * torch.randn_like(weight)
    save_base(tmp_path / "base", encoder, base.tokenizer)
    encoder.config._attn_implementation = "eager"
    source = tmp_path / "source"
    (source / "onnx").mkdir(parents=True)
    for file in ("config.json", "tokenizer.json"):
        (source / file).write_bytes((tmp_path / "base" / file).read_bytes())
    ones = torch.ones(1, 5, dtype=torch.int64)

    class Plain(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.embeddings, self.encoder = encoder.embeddings, encoder.encoder

        def forward(self, tokens: torch.Tensor) -> torch.Tensor:
            return self.encoder(self.embeddings(tokens)).last_hidden_state

    with warnings.catch_warnings():
        # The exporter speaks of its successor, and of shapes that it takes for constants.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Plain(), (ones,), str(source / "onnx" / "model.onnx"), dynamo=False, opset_version=17
        )
    return name, source


def test_the_weights_of_an_onnx_file_are_a_base(exported: tuple[str, Path]) -> None:
    name, source = exported
    one, two = load_base(name), load_base(str(source))
    inputs = model_inputs([one.tokenizer.encode("we keep your data .")])
    with torch.inference_mode():
        first, second = (pooled(each.encoder.eval(), inputs) for each in (one, two))
    assert torch.allclose(first, second, atol=1e-5)
    assert base_digest(str(source)) == two.digest != one.digest


def test_a_damaged_onnx_file_is_named(exported: tuple[str, Path]) -> None:
    _, source = exported
    (source / "onnx" / "model.onnx").write_bytes(b"no model")
    with pytest.raises(PrivascopeError, match=r"source: the base encoder .*model\.onnx"):
        load_base(str(source))
    (source / "config.json").unlink()
    with pytest.raises(PrivascopeError, match=r"it has no config\.json"):
        load_base(str(source))
