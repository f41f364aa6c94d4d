# Tracks with bonuses, points by rank, points on a line of the score sheet.
seats 3
line shares
line track_line
counter vp seat scores shares
table worth = 0 1 3 6
counter pace seat in 0..3 shows worth bonus 1 first_bonus bonus 3 last_bonus
counter fish seat
majority most_fish shares vp it0, seats(me), fish[it0] then (track(pace, it0)) from 1 places (6, 3, 1) split

proc main me
  advance pace, me, 2
  advance pace, p2, 5
  gain fish, p1, 2
  gain fish, p2, 2
  gain fish, p3, 2
  majority most_fish
  score track_line, p3, table(worth, 3)
  end_game

proc first_bonus me
  gain fish, me, 1
  return

proc last_bonus me
  gain fish, me, 2
  return

run
>   pace[p1] 0 -> 2
>   fish[p1] 0 -> 1
>   pace[p2] 0 -> 3
>   fish[p2] 0 -> 1
>   fish[p2] 1 -> 3
>   fish[p1] 1 -> 3
>   fish[p2] 3 -> 5
>   fish[p3] 0 -> 2
>   6 points for p2 on shares
>   vp[p2] 0 -> 6
>   3 points for p1 on shares
>   vp[p1] 0 -> 3
>   1 points for p3 on shares
>   vp[p3] 0 -> 1
>   3 points for p3 on track_line
>   vp[p3] 1 -> 4
>   over
