"""Trains a Connect Four player for five minutes, measures it and asks it for a move."""

import tengen

run = tengen.train("connect4", minutes=5, progress=print)
net = tengen.load_net(run)

print(tengen.play_match("connect4", net, "mcts@500", games=20))

game = tengen.load_game("connect4")
search = tengen.Search(game, tengen.load_evaluator(net))
print(search.run(game.position_from("4455"), tengen.Limit(simulations=400)))
