"""Fernbank library: the smallest site with everything in it. Copy this folder to envs/sites/library."""
