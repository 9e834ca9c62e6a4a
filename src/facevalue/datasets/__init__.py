"""Data sets of puzzles, and files of answers to them."""

from facevalue.datasets.build import build
from facevalue.datasets.formats import FORMATS, Format
from facevalue.datasets.manifest import File, Manifest, Record
from facevalue.datasets.spec import Spec
from facevalue.datasets.templates import TEMPLATES, Template

__all__ = [
    "FORMATS",
    "TEMPLATES",
    "File",
    "Format",
    "Manifest",
    "Record",
    "Spec",
    "Template",
    "build",
]
