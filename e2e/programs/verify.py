"""Runs the code of the documentation on the request in the standard input: `verify.py <file with the code>`."""

import json
import runpy
import sys

code = runpy.run_path(sys.argv[1])
request = json.load(sys.stdin)
code["verify"](request["secret"], request["headers"], request["body"].encode())
