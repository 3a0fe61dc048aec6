"""One search for every game, evaluator and purpose."""
