"""How games are shared among workers, with workers and a clock that the test controls."""

import pytest

from tengen.errors import RunError
from tengen.runs.crew import Answer
from tengen.runs.dispatch import FEWEST_GAMES, Dispatcher
from tengen.runs.errands import Done, pack
from tengen.runs.ladder import LadderConfig
from tengen.runs.matches import MatchSettings
from tengen.search import SearchConfig
from tengen.selfplay import Games, PlaySettings, SelfPlayConfig


class Net:
    weights_sha256 = "digest"


SETTINGS = PlaySettings(game="tictactoe", search=SearchConfig(), selfplay=SelfPlayConfig())
MATCH = MatchSettings(
    game="tictactoe",
    backend="native",
    search=SearchConfig(),
    ladder=LadderConfig(games=10),
    opponent=10,
    seed=1,
    threads=1,
)


class PaperCrew:
    """Workers that do nothing by themselves."""

    def __init__(self, *names):
        self.names, self.doing, self.waiting, self.replaced = list(names), {}, [], []

    def workers(self):
        return self.names

    def publish(self, *nets):
        self.nets = nets

    def send(self, worker, errand):
        assert worker not in self.doing
        self.doing[worker] = errand

    def answers(self, seconds):
        answers, self.waiting = self.waiting, []
        return answers

    def replace(self, worker):
        self.doing.pop(worker, None)
        self.replaced.append(worker)

    def finish(self, worker):
        """The worker ends what it does; its records are the numbers of its games."""
        errand = self.doing.pop(worker)
        numbers = tuple(b"%d" % number for number in errand.games.numbers)
        self.waiting.append(Answer(worker, pack(Done(errand.number, numbers))))

    def lose(self, worker):
        del self.doing[worker]
        self.waiting.append(Answer(worker, trouble="it fell over"))


class Desk:
    """A dispatcher, its crew and its clock."""

    def __init__(self, *names, games=40):
        self.now = 0.0
        self.crew = PaperCrew(*names)
        self.dispatcher = Dispatcher(self.crew, lambda: self.now)
        self.dispatcher.play(Net(), SETTINGS, Games(1, 0, range(games)))
        self.played = []
        self.look()

    def look(self):
        for _, done in self.dispatcher.answers(0):
            self.played += [int(record) for record in done.records]

    def finish(self, worker, after=1.0):
        self.now += after
        self.crew.finish(worker)
        self.look()
        self.look()  # gives out again

    def numbers(self, worker):
        return list(self.crew.doing[worker].games.numbers)

    def run(self, seconds_per_game, until=10**6):
        """Workers play with these speeds, second by second, until all games are there."""
        began = {}
        while not self.dispatcher.is_done and self.now < until:
            for worker, errand in list(self.crew.doing.items()):
                number, start = began.get(worker, (None, 0.0))
                if number != errand.number:
                    began[worker] = errand.number, self.now
                elif self.now - start >= seconds_per_game[worker] * len(self.numbers(worker)):
                    self.crew.finish(worker)
            self.look()
            self.now += 1.0


def know(desk, **speeds):
    """Workers that have played so many games a second so far."""
    for worker, speed in speeds.items():
        desk.dispatcher.speeds.note(worker, round(10**5 * speed), seconds=10**5)


def test_games_that_take_far_longer_than_before_are_finished_without_losses():
    desk = Desk("a", "b", games=0)
    know(desk, a=1 / 12, b=1 / 12)
    desk.dispatcher.play(Net(), SETTINGS, Games(1, 0, range(100)))
    desk.run({"a": 30, "b": 30})
    assert sorted(set(desk.played)) == list(range(100))
    assert desk.crew.replaced == []
    assert desk.now < 2 * (100 * 30 / 2)


CREWS = pytest.mark.parametrize("names", ["a", "ab", "abcd"])


@CREWS
@pytest.mark.parametrize("seconds", [60, 1000, 2000])
def test_very_slow_games_are_played_with_few_losses(names, seconds):
    desk = Desk(*names, games=4)
    desk.run(dict.fromkeys(names, seconds))
    assert sorted(desk.played) == list(range(4))
    assert len(desk.crew.replaced) <= 3


@CREWS
def test_games_during_which_workers_hang_end_the_run_in_the_end(names):
    desk = Desk(*names, games=4)
    with pytest.raises(RunError, match="5 workers in turn were lost with the same games"):
        desk.run(dict.fromkeys(names, 10**9))
    assert desk.now > 12 * 3600  # but not where they are only slow


@CREWS
def test_games_that_cost_one_worker_after_the_other_end_the_run_whoever_else_plays_them(names):
    desk = Desk(*names, games=4)

    def fall_over():
        for _ in range(100):
            desk.now += 100  # late: somebody else begins them too, before the first one falls over
            desk.look()
            desk.crew.lose(next(iter(desk.crew.doing)))
            desk.look()

    with pytest.raises(RunError, match="5 workers in turn were lost with the same games"):
        fall_over()


@CREWS
def test_games_that_everybody_fails_at_are_given_up_whoever_else_plays_them(names):
    desk = Desk(*names, games=4)
    failures = 0
    while not desk.dispatcher.is_done and failures < 100:
        failures += 1
        desk.now += 100
        desk.look()
        worker = next(iter(desk.crew.doing))
        errand = desk.crew.doing.pop(worker)
        desk.crew.waiting.append(Answer(worker, pack(Done(errand.number, trouble="no torch"))))
        desk.look()
    assert failures == 5


def test_workers_that_were_dead_already_do_not_speak_against_the_games():
    """A machine that is lost while all wait is noticed only when its workers get errands."""
    names = [f"w{number}" for number in range(30)]
    desk = Desk(*names, games=4)
    dead = set(names[10:])
    for _ in range(60):
        for worker in dead & desk.crew.doing.keys():
            dead.discard(worker)
            desk.crew.lose(worker)
            desk.crew.names.remove(worker)  # its replacement needs a while
        desk.look()
    assert not dead
    desk.run(dict.fromkeys(names, 1))
    assert sorted(desk.played) == list(range(4))


def test_one_loss_does_not_make_small_chunks_of_large_ones():
    desk = Desk("gpu", games=2000)
    know(desk, gpu=97)
    desk.finish("gpu")
    assert len(desk.numbers("gpu")) > 900
    desk.now += 5
    desk.crew.lose("gpu")
    desk.look()
    desk.look()
    assert len(desk.numbers("gpu")) > 900


def test_speeds_follow_what_workers_did_last():
    desk = Desk("a", games=10**6)
    know(desk, a=100)
    for _ in range(20):
        desk.finish("a", after=len(desk.numbers("a")) / 2)  # two games a second from now on
    assert len(desk.numbers("a")) < 100


def test_a_worker_that_is_much_slower_than_the_others_keeps_its_place_and_plays():
    desk = Desk("quick", "slow", games=0)
    know(desk, quick=20)
    for generation in range(6):
        desk.dispatcher.play(Net(), SETTINGS, Games(1, generation, range(400)))
        desk.run({"quick": 0.05, "slow": 0.5})
    assert desk.crew.replaced == []
    assert desk.dispatcher.record.of("slow").games > 0


def test_a_match_with_long_games_costs_no_worker():
    crew, now = PaperCrew("a", "b"), [0.0]
    dispatcher = Dispatcher(crew, lambda: now[0])
    dispatcher.match([Net()], MATCH, games=4)
    list(dispatcher.answers(0))
    now[0] = 90.0  # late: the other one plays it too, and is the first to end
    list(dispatcher.answers(0))
    [number] = {errand.number for errand in crew.doing.values()}
    crew.doing.pop("b")
    crew.waiting.append(Answer("b", pack(Done(number, wins=4))))
    list(dispatcher.answers(0))
    now[0] = 300.0
    list(dispatcher.answers(0))
    assert crew.replaced == []


def test_a_job_that_begins_after_a_long_pause_is_not_without_workers():
    desk = Desk("a", games=4)
    desk.finish("a")
    desk.now += 100  # the net learned, and nobody looked at the workers
    desk.dispatcher.play(Net(), SETTINGS, Games(1, 1, range(4)))
    assert not desk.dispatcher.is_alone


def test_every_game_is_played_once_whoever_is_faster():
    desk = Desk("quick", "slow")
    turns = 0
    while not desk.dispatcher.is_done:
        turns += 1
        worker = "slow" if turns % 4 == 0 and "slow" in desk.crew.doing else "quick"
        desk.finish(worker if worker in desk.crew.doing else "slow")
    assert sorted(desk.played) == list(range(40))
    assert desk.dispatcher.record.of("quick").games > desk.dispatcher.record.of("slow").games


def test_chunks_become_smaller_towards_the_end_but_not_tiny():
    desk = Desk("a", "b", games=200)
    sizes = []
    while not desk.dispatcher.is_done:
        worker = next(iter(desk.crew.doing))
        sizes.append(len(desk.numbers(worker)))
        desk.finish(worker)
    assert max(sizes) > 2 * FEWEST_GAMES
    assert sizes[-1] <= FEWEST_GAMES
    assert min(sizes[:-1]) >= FEWEST_GAMES


def test_a_chunk_lasts_about_ten_seconds():
    desk = Desk("a", games=100_000)
    games = len(desk.numbers("a"))
    desk.finish("a", after=games / 3)  # three games a second
    assert len(desk.numbers("a")) == 30


def test_a_worker_that_is_much_faster_gets_that_much_larger_chunks():
    desk = Desk("gpu", "a", "b", "c", games=3000)
    know(desk, a=1, b=1, c=1, gpu=97)
    desk.finish("gpu")
    assert len(desk.numbers("gpu")) == 970
    desk.finish("a")
    assert 8 <= len(desk.numbers("a")) <= 12


def test_who_is_the_first_to_end_does_not_take_more_than_its_share():
    desk = Desk("a", "b", "c", "d", games=200)
    desk.finish("a", after=0.1)
    assert len(desk.numbers("a")) <= 200 / 4


def test_games_of_a_lost_worker_are_given_out_again():
    desk = Desk("a", "b")
    lost = desk.numbers("a")
    desk.crew.lose("a")
    desk.look()
    desk.look()
    assert lost in (desk.numbers("a"), desk.numbers("b"))
    assert desk.dispatcher.record.of("a").losses == 1
    assert desk.dispatcher.record.reissued == 1
    while not desk.dispatcher.is_done:
        desk.finish(next(iter(desk.crew.doing)))
    assert sorted(desk.played) == list(range(40))


def test_what_takes_long_elsewhere_is_doubled_and_the_first_answer_counts():
    desk = Desk("a", "b", games=8)
    slow = desk.numbers("a")
    desk.finish("b")
    assert "b" not in desk.crew.doing  # nothing is late yet
    desk.now += 20
    desk.look()
    assert desk.numbers("b") == slow
    desk.finish("b")
    assert desk.dispatcher.is_done
    desk.finish("a")
    assert sorted(desk.played) == list(range(8))


def test_a_worker_that_hangs_is_replaced_once_its_games_are_played():
    desk = Desk("a", "b", games=8)
    desk.finish("b")
    desk.now += 100
    desk.look()
    desk.finish("b")
    desk.now += 100
    desk.look()
    assert desk.crew.replaced == ["a"]


def test_a_worker_that_hangs_is_replaced_even_if_it_is_the_only_one():
    desk = Desk("a", games=4)
    numbers = desk.numbers("a")
    desk.now += 4000
    desk.look()
    assert desk.crew.replaced == ["a"]
    desk.look()
    assert desk.numbers("a") == numbers


def test_two_workers_that_hang_do_not_block_the_others():
    desk = Desk("a", "b", "c", games=12)
    slow = desk.numbers("a")
    desk.finish("b")
    desk.finish("c")
    desk.now += 15
    desk.look()
    first = "b" if "b" in desk.crew.doing else "c"
    assert desk.numbers(first) == slow  # and hangs too
    desk.now += 15
    desk.look()
    assert slow in [desk.numbers(worker) for worker in {"b", "c"} - {first}]


def test_an_answer_that_was_waiting_saves_its_worker():
    desk = Desk("a", "b", games=8)
    desk.finish("b")
    desk.now += 20
    desk.look()
    desk.finish("b")
    desk.crew.finish("a")
    desk.now += 100  # the driver was busy with something else
    desk.look()
    assert desk.crew.replaced == []


def test_a_worker_that_answers_with_nothing_is_replaced():
    desk = Desk("a", games=4)
    errand = desk.crew.doing.pop("a")
    desk.crew.waiting.append(Answer("a", pack(Done(errand.number))))
    desk.look()
    assert desk.crew.replaced == ["a"]
    desk.look()
    assert desk.numbers("a") == [0, 1, 2, 3]


def test_an_answer_that_cannot_be_read_costs_the_worker_its_place():
    desk = Desk("a", "b")
    numbers = desk.numbers("a")
    del desk.crew.doing["a"]
    desk.crew.waiting.append(Answer("a", b"garbage"))
    desk.look()
    assert desk.crew.replaced == ["a"]
    desk.look()
    assert desk.numbers("a") == numbers


def test_games_that_cost_worker_after_worker_end_the_run():
    desk = Desk("a", games=4)
    for _ in range(4):
        desk.now += 2
        desk.crew.lose("a")
        desk.look()
        desk.look()
    desk.now += 2
    desk.crew.lose("a")
    with pytest.raises(RunError, match="5 workers in turn were lost with the same games: it fell"):
        desk.look()


def test_answers_to_an_earlier_job_are_ignored():
    desk = Desk("a", games=4)
    desk.dispatcher.play(Net(), SETTINGS, Games(1, 1, range(100, 104)))
    desk.finish("a")
    assert desk.played == []
    desk.finish("a")
    assert desk.played == [100, 101, 102, 103]


def test_a_worker_that_delivered_invalid_games_is_replaced():
    desk = Desk("a", "b")
    desk.dispatcher.distrust("a", refused=3)
    assert desk.crew.replaced == ["a"]
    assert desk.dispatcher.record.refused == 3


def test_new_workers_get_games_within_a_second():
    desk = Desk("a", games=100)
    desk.crew.names.append("b")
    desk.now += 1
    desk.look()
    assert not set(desk.numbers("a")) & set(desk.numbers("b"))


def test_a_match_is_divided_after_even_numbers_of_games():
    crew = PaperCrew("a", "b", "c")
    dispatcher = Dispatcher(crew)
    dispatcher.match([Net()], MATCH, games=10)
    list(dispatcher.answers(0))
    parts = [errand.games for errand in crew.doing.values()]
    assert parts == [range(4), range(4, 8), range(8, 10)]


def test_a_crew_that_stays_away_is_noticed_and_its_return_too():
    desk = Desk("a")
    desk.crew.lose("a")
    desk.crew.names = []
    desk.look()
    assert not desk.dispatcher.is_alone  # its replacement may be on its way
    desk.now += 60
    desk.look()
    assert desk.dispatcher.is_alone
    desk.crew.names = ["b"]
    desk.now += 60
    desk.look()
    assert not desk.dispatcher.is_alone
    assert desk.numbers("b")


def test_the_large_chunk_of_a_fast_worker_that_hangs_is_shared_out():
    """In seconds, not in the hours that a slow worker would need for it."""
    desk = Desk("gpu", "a", "b", games=2000)
    know(desk, a=1, b=1, gpu=97)
    desk.finish("gpu")
    hanging = desk.numbers("gpu")
    assert len(hanging) > 900
    for _ in range(400):
        worker = next(iter(desk.crew.doing.keys() - {"gpu"}), None)
        if worker is not None:
            desk.finish(worker, after=2.0)
        else:
            desk.now += 1.0
            desk.look()
        if set(hanging) & set(desk.played):
            break
    assert desk.now < 1200
    assert all(len(desk.numbers(worker)) < 100 for worker in desk.crew.doing.keys() - {"gpu"})


def test_games_that_are_only_answered_with_trouble_are_left_to_the_driver():
    desk = Desk("a", games=4)
    for _ in range(5):
        errand = desk.crew.doing.pop("a")
        desk.crew.waiting.append(Answer("a", pack(Done(errand.number, trouble="no torch"))))
        desk.look()
        desk.look()
    assert desk.dispatcher.is_done
    assert desk.played == []
    assert desk.dispatcher.record.trouble == "a: no torch"


def test_an_answer_to_another_errand_is_garbage():
    desk = Desk("a", games=4)
    numbers = desk.numbers("a")
    del desk.crew.doing["a"]
    desk.crew.waiting.append(Answer("a", pack(Done(999, tuple(b"%d" % n for n in numbers)))))
    desk.look()
    assert desk.crew.replaced == ["a"]
    desk.look()
    assert desk.numbers("a") == numbers


def test_a_match_is_doubled_too_where_no_speed_is_known():
    crew, now = PaperCrew("a", "b"), [0.0]
    dispatcher = Dispatcher(crew, lambda: now[0])
    dispatcher.match([Net()], MATCH, games=4)
    list(dispatcher.answers(0))
    assert len(crew.doing) == 1
    now[0] = 100.0
    list(dispatcher.answers(0))
    assert len(crew.doing) == 2
    assert len({errand.number for errand in crew.doing.values()}) == 1


def test_time_in_which_an_answer_waits_for_the_driver_is_not_the_workers():
    desk = Desk("a", games=8)
    errand = desk.crew.doing.pop("a")
    records = tuple(b"%d" % number for number in errand.games.numbers)
    desk.crew.waiting.append(Answer("a", pack(Done(errand.number, records, seconds=2.0))))
    desk.now += 500.0
    desk.look()
    assert desk.dispatcher.record.of("a").seconds == 2.0


def test_workers_that_have_gone_are_not_counted():
    desk = Desk("a", "b")
    desk.finish("a")
    assert desk.dispatcher.record.present == 2
    desk.crew.names = ["b"]
    desk.now += 5
    desk.look()
    assert desk.dispatcher.record.present == 1
    assert desk.dispatcher.record.games_per_second == 0  # b has played nothing
