"""The interpreter behind `expr`: a small part of Python over typed values, with limits."""
