"""The mock's control API, for tests in Python: isolation, faults, time, and what only people can do."""

import json
import urllib.request


class MockService:
    def __init__(self, url):
        self.url = url

    def tenant(self, **options):
        """An organization, project and key of their own: tests that run side by side don't meet."""
        return self.control("tenants", options)

    def fault(self, **fault):
        self.control("faults", fault)

    def advance(self, seconds):
        self.control("clock", {"advanceMs": seconds * 1000})

    def dashboard(self, action, **body):
        return self.control(f"dashboard/{action}", body)

    def control(self, route, body):
        request = urllib.request.Request(
            f"{self.url}/__mock/{route}",
            method="POST",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
