# What the kernel refuses: programs see these, people only where a program shows them.

error-extra-missing = this needs the extra { $extra }, which brings { $module }: pip install ".[{ $extra }]" in the folder of Sarja
error-rows-unfit = these are { $found } numbers where the layout asks for { $expected }
error-room-too-small = there is room for { $room } moves, and there may be { $most }
error-seed-out-of-range = a seed is from 0 to { $most }
error-seat-not-dealt = there is no seat { $seat } in this game
error-layout-of-another-game = the layout belongs to another game
error-row-too-small = { $count } cards or sequences lie where there is room for { $room }
error-count-too-large = the number { $count } does not fit into { $bits } bits
error-move-not-numbered = the kernel has no number for this move
error-index-without-move = no move has the number { $index }
