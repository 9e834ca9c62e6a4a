"""The words that the language defines in itself, and those whose effect says all: the shufflers."""

from __future__ import annotations

# Each pushes what stands right of the dashes, from what it takes on their left.
SHUFFLERS = {
    "kernel": """
        drop ( x -- )
        2drop ( x y -- )
        3drop ( x y z -- )
        nip ( x y -- y )
        2nip ( x y z -- z )
        dup ( x -- x x )
        2dup ( x y -- x y x y )
        3dup ( x y z -- x y z x y z )
        dupd ( x y -- x x y )
        over ( x y -- x y x )
        2over ( x y z -- x y z x y )
        pick ( x y z -- x y z x )
        swap ( x y -- y x )
        swapd ( x y z -- y x z )
        rot ( x y z -- y z x )
        -rot ( x y z -- z x y )
        4dup ( w x y z -- w x y z w x y z )
        4drop ( w x y z -- )
    """,
    # Words that Factor 0.95 finds only after USE: shuffle
    "shuffle": """
        tuck ( x y -- y x y )
        2swap ( w x y z -- y z w x )
        roll ( w x y z -- x y z w )
        -roll ( w x y z -- z w x y )
    """,
}

DEFINED = {
    "kernel": r"""
        : ? ( ? true false -- true/false ) rot [ drop ] [ nip ] if ;
        : not ( obj -- ? ) f t ? ;
        : and ( obj1 obj2 -- ? ) over ? ;
        : or ( obj1 obj2 -- ? ) dupd ? ;
        : xor ( obj1 obj2 -- ? ) [ f swap ? ] when* ;
        : >boolean ( obj -- ? ) t f ? ;
        : boolean? ( obj -- ? ) dup t = swap f = or ;
        : when ( ? quot -- ) [ ] if ;
        : unless ( ? quot -- ) [ ] swap if ;
        : if* ( ? quot1 quot2 -- ) pick [ drop call ] [ 2nip call ] if ;
        : when* ( ? quot -- ) [ ] if* ;
        : unless* ( ? quot -- ) over [ drop ] [ nip call ] if ;
        : 2dip ( x y quot -- x y ) swap [ dip ] dip ;
        : 3dip ( x y z quot -- x y z ) swap [ 2dip ] dip ;
        : 4dip ( w x y z quot -- w x y z ) swap [ 3dip ] dip ;
        : keep ( x quot -- x ) over [ call ] dip ;
        : 2keep ( x y quot -- x y ) [ 2dup ] dip 2dip ;
        : 3keep ( x y z quot -- x y z ) [ 3dup ] dip 3dip ;
        : bi ( x quot1 quot2 -- ) [ keep ] dip call ;
        : tri ( x quot1 quot2 quot3 -- ) [ [ keep ] dip keep ] dip call ;
        : 2bi ( x y quot1 quot2 -- ) [ 2keep ] dip call ;
        : 2tri ( x y quot1 quot2 quot3 -- ) [ [ 2keep ] dip 2keep ] dip call ;
        : 3bi ( x y z quot1 quot2 -- ) [ 3keep ] dip call ;
        : 3tri ( x y z quot1 quot2 quot3 -- ) [ [ 3keep ] dip 3keep ] dip call ;
        : bi* ( x y quot1 quot2 -- ) [ dip ] dip call ;
        : tri* ( x y z quot1 quot2 quot3 -- ) [ [ 2dip ] dip dip ] dip call ;
        : 2bi* ( w x y z quot1 quot2 -- ) [ 2dip ] dip call ;
        : 2tri* ( u v w x y z quot1 quot2 quot3 -- ) [ 4dip ] 2dip 2bi* ;
        : bi@ ( x y quot -- ) dup bi* ;
        : tri@ ( x y z quot -- ) dup dup tri* ;
        : 2bi@ ( w x y z quot -- ) dup 2bi* ;
        : 2tri@ ( u v w x y z quot -- ) dup dup 2tri* ;
        : both? ( x y quot -- ? ) bi@ and ;
        : either? ( x y quot -- ? ) bi@ or ;
        : most ( x y quot -- z ) 2keep ? ;
        : with ( param obj quot -- obj curry ) swapd [ swapd call ] 2curry ;
        : 2curry ( obj1 obj2 quot -- curry ) curry curry ;
        : 3curry ( obj1 obj2 obj3 quot -- curry ) curry curry curry ;
        : prepose ( quot1 quot2 -- compose ) swap compose ;
        : loop ( quot -- ) [ ] while ;
        : do ( quot1 quot2 -- quot1 quot2 ) dup 2dip ;
        : until ( quot1 quot2 -- ) [ [ not ] compose ] dip while ;
    """,
    "combinators": """
        : cleave ( x seq -- ) [ keep ] each drop ;
        : 2cleave ( x y seq -- ) [ 2keep ] each 2drop ;
        : 3cleave ( x y z seq -- ) [ 3keep ] each 3drop ;
        : spread ( seq -- ) [ ] [ [ [ dip ] curry ] dip compose ] reduce call ;
    """,
    "generalizations": """
        : napply ( quot n -- ) swap <array> spread ;
    """,
    "math": """
        : sq ( x -- y ) dup * ;
        : neg ( x -- y ) -1 * ;
        : recip ( x -- y ) 1 swap / ;
        : sgn ( x -- n ) dup 0 < [ drop -1 ] [ 0 > 1 0 ? ] if ;
        : zero? ( x -- ? ) 0 number= ;
        : even? ( n -- ? ) 1 bitand zero? ;
        : odd? ( n -- ? ) 1 bitand 1 number= ;
        : 2/ ( n -- n ) -1 shift ;
        : 2^ ( n -- n ) 1 swap shift ;
        : times ( n quot -- ) [ iota ] dip [ drop ] prepose each ;
        : each-integer ( n quot -- ) [ iota ] dip each ;
        : if-zero ( x quot1 quot2 -- ) [ dup zero? ] [ [ drop ] prepose ] [ ] tri* if ;
        : when-zero ( x quot -- ) [ ] if-zero ;
        : unless-zero ( x quot -- ) [ ] swap if-zero ;
    """,
    "math.functions": """
        : divisor? ( m n -- ? ) mod 0 = ;
        : absq ( x -- y ) >rect [ sq ] bi@ + ;
        : conjugate ( z -- z ) >rect neg rect> ;
    """,
    "math.order": """
        : before? ( obj1 obj2 -- ? ) <=> +lt+ = ;
        : after? ( obj1 obj2 -- ? ) <=> +gt+ = ;
        : before=? ( obj1 obj2 -- ? ) after? not ;
        : after=? ( obj1 obj2 -- ? ) before? not ;
        : between? ( x min max -- ? ) pick >= [ >= ] dip and ;
        : clamp ( x min max -- y ) [ max ] dip min ;
    """,
    "math.ranges": """
        : [a,b) ( real real -- range ) 2dup < [ 1 ] [ -1 ] if [ - ] keep <range> ;
        : (a,b] ( real real -- range ) 2dup < [ 1 ] [ -1 ] if [ [ + ] curry dip ] keep <range> ;
        : [0,b] ( real -- range ) 0 swap [a,b] ;
        : [1,b] ( real -- range ) 1 swap [a,b] ;
        : [0,b) ( real -- range ) 0 swap [a,b) ;
    """,
    "sequences": """
        : empty? ( seq -- ? ) length 0 = ;
        : first2 ( seq -- x y ) [ first ] [ second ] bi ;
        : first3 ( seq -- x y z ) [ first2 ] [ third ] bi ;
        : first4 ( seq -- w x y z ) [ first3 ] [ fourth ] bi ;
        : rest ( seq -- tailseq ) 1 tail ;
        : but-last ( seq -- headseq ) 1 head* ;
        : unclip ( seq -- rest first ) [ rest ] [ first ] bi ;
        : unclip-last ( seq -- butlast last ) [ but-last ] [ last ] bi ;
        : reduce ( seq identity quot -- result ) swapd each ;
        : map-reduce ( seq quot1 quot2 -- result ) [ map unclip ] dip reduce ;
        : filter ( seq quot -- newseq ) partition drop ;
        : any? ( seq quot -- ? ) [ >boolean ] compose find drop >boolean ;
        : all? ( seq quot -- ? ) [ not ] compose any? not ;
        : count ( seq quot -- n ) filter length ;
        : map-sum ( seq quot -- n ) map sum ;
        : map-product ( seq quot -- n ) map product ;
        : member? ( elt seq -- ? ) index >boolean ;
        : head? ( seq begin -- ? ) 2dup [ length ] bi@ < [ 2drop f ]
            [ [ length head ] keep [ >array ] bi@ = ] if ;
        : tail? ( seq end -- ? ) [ reverse ] bi@ head? ;
        : surround ( seq1 seq2 seq3 -- newseq ) swapd 3append ;
        : glue ( seq1 seq2 seq3 -- newseq ) swap 3append ;
        : infimum ( seq -- elt ) [ ] [ min ] map-reduce ;
        : supremum ( seq -- elt ) [ ] [ max ] map-reduce ;
        : if-empty ( seq quot1 quot2 -- )
            [ dup empty? ] [ [ drop ] prepose ] [ ] tri* if ;
        : when-empty ( seq quot -- ) [ ] if-empty ;
        : unless-empty ( seq quot -- ) [ ] swap if-empty ;
        : 2reduce ( seq1 seq2 identity quot -- result ) [ -rot ] dip 2each ;
    """,
    "assocs": """
        : zip ( seq1 seq2 -- newseq ) [ 2array ] 2map >array ;
    """,
    "poker": """
        : string>value ( str -- value ) parse-cards hand-value ;
        : hand-rank ( str -- str ) string>value value>rank VALUE_STR nth ;
        : string>hand-name ( str -- str ) hand-rank ;
        : print-hand ( seq -- ) [ card>string ] map " " join print ;
    """,
    "project-euler.054": """
        : euler054 ( -- n ) source-054 [ [ string>value ] map first2 before? ] count ;
    """,
}
