"""What an application in Python does with the API: the standard library is enough."""

import json
import urllib.error
import urllib.request


class ApiError(Exception):
    """A response that is no success."""

    def __init__(self, status, error, retry_after):
        super().__init__(f"{status} {error}")
        self.status = status
        self.retry_after = retry_after


class IssueTracking:
    def __init__(self, base_url, api_key):
        self._base_url = base_url
        self._api_key = api_key

    def open_issues(self, project_id):
        """Every open issue, page after page."""
        page, total_pages = 1, 1
        while page <= total_pages:
            response = self._send("GET", f"/projects/{project_id}/issues?status=open&limit=100&page={page}")
            yield from response["data"]
            page, total_pages = page + 1, response["totalPages"]

    def submit_fix(self, project_id, issue_number, comment):
        path = f"/projects/{project_id}/issues/{issue_number}"
        self._send("POST", f"{path}/comments", {"content": comment})
        return self._send("PATCH", path, {"status": "fix_submitted"})["data"]

    def _send(self, method, path, body=None):
        request = urllib.request.Request(
            f"{self._base_url}/api/v1{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self._api_key}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as failure:
            with failure:
                error = json.load(failure).get("error", "")
                raise ApiError(failure.code, error, failure.headers.get("Retry-After")) from None
