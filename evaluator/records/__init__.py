"""The files of a run's bundle: steps.jsonl, run.json and their neighbours, written atomically and read back."""
