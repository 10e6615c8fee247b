"""The methods of a mock in another process, for tests in Python."""

import json
import urllib.request


class MockService:
    def __init__(self, url="http://127.0.0.1:4010"):
        self.url = url

    def call(self, method, **params):
        """Calls a method by its name in JavaScript: call("clock.advance", ms=1000)."""
        request = urllib.request.Request(
            f"{self.url}/__mock/{method}",
            method="POST",
            data=json.dumps(params).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
