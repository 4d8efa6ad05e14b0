"""Lets the tests import what lies in docs/ and docs/site/."""

import sys
from pathlib import Path

SITE = Path(__file__).resolve().parent
sys.path[:0] = [str(SITE), str(SITE.parent)]
