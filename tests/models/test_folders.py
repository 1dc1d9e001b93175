"""A model's folder is looked up when the model is used, so that another can be put in its place."""

import importlib
import inspect

import pytest

from privascope.measure.model_folds import replaceable


@pytest.mark.parametrize("name", sorted(replaceable()))
def test_no_function_keeps_the_folder_of_its_model(name: str) -> None:
    module = importlib.import_module(f"privascope.models.{name}")
    kept = [
        (function, parameter.name)
        for function, found in inspect.getmembers(module, inspect.isfunction)
        for parameter in inspect.signature(found).parameters.values()
        if parameter.default == module.FOLDER
    ]
    assert kept == []
