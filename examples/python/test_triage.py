"""Run with `python3 -m unittest`, beside a mock: `issue-tracking-mock`, at MOCK_URL or its default address."""

import os
import unittest

from mock_service import MockService
from triage import ApiError, IssueTracking

mock = MockService(os.environ.get("MOCK_URL", "http://127.0.0.1:4010"))


class TriageTest(unittest.TestCase):
    def setUp(self):
        # Tests that run side by side have each an organization of their own.
        tenant = mock.call("tenant", issues=250)
        self.api_key = tenant["apiKey"]
        self.project = tenant["project"]["id"]
        self.client = IssueTracking(mock.url, self.api_key)

    def test_reads_every_page(self):
        numbers = [issue["issueNumber"] for issue in self.client.open_issues(self.project)]
        self.assertEqual(sorted(numbers), list(range(1, 251)))

    def test_a_fix_is_submitted_and_verified_by_a_person(self):
        issue = self.client.submit_fix(self.project, 1, "Fixed in 4f2c1e.")
        self.assertEqual(issue["status"], "fix_submitted")
        where = {"projectId": self.project, "issueNumber": 1}
        mock.call("world.issues.update", where=where, changes={"status": "verified"})
        with self.assertRaises(StopIteration):
            next(issue for issue in self.client.open_issues(self.project) if issue["issueNumber"] == 1)

    def test_an_outage_is_reported_with_its_status(self):
        # Only this test's requests: the fault is for its key.
        mock.call("faults.add", endpoint="issues.list", apiKey=self.api_key, status=503)
        with self.assertRaises(ApiError) as failure:
            list(self.client.open_issues(self.project))
        self.assertEqual(failure.exception.status, 503)

    def test_the_rate_limit_ends_with_its_window(self):
        with self.assertRaises(ApiError) as failure:
            for _ in range(101):
                next(self.client.open_issues(self.project))
        self.assertEqual(failure.exception.status, 429)
        mock.call("clock.advance", ms=int(failure.exception.retry_after) * 1000)
        self.assertIsNotNone(next(self.client.open_issues(self.project)))


if __name__ == "__main__":
    unittest.main()
