"""Whole games in a browser, each by other means."""

from tests.e2e.stage import Make


def test_bots_say_what_they_do_and_people_change_their_names(make_stage: Make) -> None:
    make_stage().play("lobby")


def test_a_person_beats_or_loses_to_a_bot_by_taps(make_stage: Make) -> None:
    make_stage().play("classic")


def test_in_numbers_no_space_is_betrayed_and_a_wrong_one_costs_nothing(make_stage: Make) -> None:
    make_stage().play("numbers")


def test_who_comes_late_sits_down_when_the_game_is_over(make_stage: Make) -> None:
    make_stage("--bot-pause", "400").play("late")


def test_four_browsers_play_through_a_reload_and_a_restart(make_stage: Make) -> None:
    make_stage().play("four")


def test_a_lost_network_loses_no_move_and_doubles_none(make_stage: Make) -> None:
    make_stage().play("network")


def test_a_server_that_starts_anew_alarms_nobody(make_stage: Make) -> None:
    make_stage().play("restart")


def test_where_no_websocket_comes_through_a_stream_takes_its_place(make_stage: Make) -> None:
    make_stage().play("blocked")


def test_the_keyboard_alone_is_enough(make_stage: Make) -> None:
    make_stage().play("keyboard")


def test_the_accessibility_tree_alone_is_enough(make_stage: Make) -> None:
    make_stage().play("reader")


def test_a_made_up_host_over_plain_http_is_enough(make_stage: Make) -> None:
    make_stage(host="sarja.test").play("host", host="sarja.test")


def test_cards_are_drawn_by_hand_and_nobody_judges_table_talk_alone(make_stage: Make) -> None:
    make_stage().play("manual")


def test_table_talk_is_judged_by_the_others_and_set_phrases_are_said(make_stage: Make) -> None:
    make_stage().play("talk")


def test_a_code_finds_its_table_however_it_is_written(make_stage: Make) -> None:
    make_stage().play("codes")


def test_what_does_not_arrive_is_asked_for_again(make_stage: Make) -> None:
    make_stage().play("parts")


def test_the_focus_is_never_lost(make_stage: Make) -> None:
    make_stage().play("focus")


def test_spectators_see_the_public_game_are_sent_away_and_let_in_again(make_stage: Make) -> None:
    make_stage().play("spectators")


def test_a_table_screen_shows_the_table_and_phones_are_the_hands(make_stage: Make) -> None:
    make_stage().play("screen")


def test_two_people_pass_one_device_round_and_every_other_hand_is_covered(make_stage: Make) -> None:
    make_stage().play("pass")


def test_a_series_has_a_score_and_a_deal_is_played_again_in_secret(make_stage: Make) -> None:
    make_stage().play("series")


def test_each_tab_of_a_browser_has_its_own_seat(make_stage: Make) -> None:
    make_stage().play("tabs")


def test_a_bot_stands_in_for_who_is_away(make_stage: Make) -> None:
    make_stage("--away-after", "1").play("away")


def test_a_clock_counts_down_and_a_bot_plays_the_turn(make_stage: Make) -> None:
    make_stage().play("clock")


def test_all_agree_to_pause_and_to_end_a_game(make_stage: Make) -> None:
    make_stage().play("together")


def test_the_host_fills_swaps_and_sends_away(make_stage: Make) -> None:
    make_stage().play("powers")


def test_who_comes_back_has_the_same_seat_hand_and_moment(make_stage: Make) -> None:
    make_stage().play("back")
