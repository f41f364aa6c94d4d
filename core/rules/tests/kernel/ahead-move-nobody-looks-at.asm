# Two moves before something that may fail. It asks how much lies in one of the containers, and
# nobody asks what lies in the other.
show fails failing
seats 2
kind tile
zone pit table
zone yard seat
zone shelf table
entry a tile
piece a1 a in pit
piece a2 a in pit
counter vp seat

proc main me
  commit                                                  ; failing nothing
  choose "where to?", over | "shelf" shelf | "yard" yard  ; fails | failing size of yard, size of shelf, me
shelf:
  move a1, shelf, top                                     ; fails | failing size of yard, size of shelf, me
  move a2, yard[me], top                                  ; fails | failing size of yard, size of shelf, me
  require size(shelf) == 2, "two on the shelf"            ; fails | failing size of shelf
  jump over                                               ; failing nothing
yard:
  move a1, yard[me], top                                  ; fails | failing size of yard, me
  move a2, yard[p2], top                                  ; fails | failing size of yard, me
  require size(yard[me]) == 1, "one in the yard"          ; fails | failing size of yard, me
over:
  end_game                                                ; failing nothing

run yard
> p1 choose: yard
>   not shelf: "two on the shelf", at `require size(shelf) == 2, "two on the shelf"`
> yard
>   a1 pit -> yard[p1]
>   a1 controlled by p1
>   a2 pit -> yard[p2]
>   a2 controlled by p2
>   over
