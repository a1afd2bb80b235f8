/**
 * Warriors to fight against. The sources are ours (MIT). Imp and Dwarf are the two that A. K. Dewdney described in
 * Scientific American in May 1984, written down again; the others show one known strategy each.
 */

export interface StockWarrior {
	readonly name: string
	/** The strategy, in the words of players. */
	readonly kind: string
	readonly source: string
}

const warrior = (name: string, kind: string, about: string, code: string): StockWarrior => ({
	name,
	kind,
	source: `;redcode-94
;name ${name}
;author Fairlead
;strategy ${about}
;assert CORESIZE >= 800 && MAXLENGTH >= 20
${code.trim()}
        end
`,
})

export const STOCK_WARRIORS: readonly StockWarrior[] = [
	warrior(
		'Imp',
		'imp',
		'Copies itself one cell ahead (after A. K. Dewdney, 1984)',
		`
imp     mov.i   imp, imp+1
`,
	),
	warrior(
		'Dwarf',
		'bomber',
		'Bombs every fourth cell (after A. K. Dewdney, 1984)',
		`
        org     loop
bomb    dat     #0, #0
loop    add.ab  #4, bomb
        mov.i   bomb, @bomb
        jmp     loop
`,
	),
	warrior(
		'Ring',
		'imp ring',
		'Eleven imps in a ring: each writes the cell that the next one executes',
		`
;assert CORESIZE % 11 != 0
; Eleven steps lead once around the core, and one cell ahead.
rest    equ     (CORESIZE%11)
turns   equ     (11-rest*rest*rest*rest*rest*rest*rest*rest*rest%11)
step    equ     ((CORESIZE*turns+1)/11)
        org     launch
; Sixteen processes in a row, of which each jumps to the next place of the table.
launch  spl     1
        spl     1
        spl     1
        spl     1
        jmp     >place
place   dat     #0, table
imp     mov.i   #0, step
table
i       for     11
        jmp     imp+(i-1)*step
        rof
`,
	),
	warrior(
		'Stone',
		'stone',
		'Splits at itself and throws bombs in both directions',
		`
step    equ     3044
        org     stone
stone   spl     #step, #-step
        mov.i   bomb, }stone
        mov.i   bomb, @stone
        add.f   inc, stone
        djn.f   -3, <-431
inc     dat     #step, #-step
bomb    dat     <1, {1
`,
	),
	warrior(
		'Paper',
		'paper',
		'Four processes copy four instructions, and the copies do the same',
		`
        spl     1
        spl     1
copy    spl     @0, >1467
        mov.i   }copy, >copy
        mov.i   {copy, <far
far     jmp     @0, >2931
`,
	),
	warrior(
		'Scanner',
		'scanner',
		'Compares two cells at a time and bombs what is there, then clears the core',
		`
step    equ     14
gap     equ     7
        org     look
next    add.f   inc, look
look    sne.i   gap*9, gap*9+gap
        djn.b   next, #CORESIZE/(step*2)
        mov.i   split, @look
        mov.i   split, *look
        jmn.b   next, look+1
clear   spl     #0, #0
        mov.i   wipe, >wipe
        djn.f   clear+1, <-20
inc     dat     #step, #step
split   spl     #0, {0
wipe    dat     <2667, #12
`,
	),
	warrior(
		'Clear',
		'core clear',
		'Waits behind a gate and clears the core in two passes',
		`
gate    dat     0, 40
        dat     0, 0
        dat     0, 0
bomb1   spl     #0, 40
bomb2   dat     <2667, 40
        org     start
start   spl     #0, <gate-4
pass    mov.i   *ptr, >gate
        mov.i   *ptr, >gate
        djn.f   pass, <gate-3
ptr     dat     bomb2, 0
`,
	),
	warrior(
		'Vampire',
		'vampire',
		'Throws jumps to a pit, and clears the core while captured processes split there',
		`
; Every eighth cell, so that no jump lands in its own code.
step    equ     3064
        org     bite
pit     spl     #0, #0
        jmp     pit
bite    mov.i   fang, @fang
        sub.x   move, fang
        djn.b   bite, #CORESIZE/8-1
        jmp     wipe
move    dat     #step, #-step
fang    jmp     pit-step, step
dart    dat     0, 0
place   dat     #0, #last+1
; Around the core to the pit, and again from the start.
wipe    mov.i   dart, >place
count   djn.b   wipe, #CORESIZE-(last-bite+1)
        mov.ab  #last+1-place, place
        mov.ab  #CORESIZE-(last-bite+1), count
last    jmp     wipe
`,
	),
	warrior(
		'Chooser',
		'P-space',
		'Plays the stone until it loses, then the paper, and changes after each loss',
		`
MINE    equ     1
        org     think
think   ldp.ab  #0, #0
        ldp.ab  #MINE, which
        jmn.b   keep, think
        add.ab  #1, which
        mod.ab  #2, which
        stp.b   which, #MINE
keep    jmz.b   stone, which
paper   spl     1
        spl     1
copy    spl     @0, >2207
        mov.i   }copy, >copy
        mov.i   {copy, <far
far     jmp     @0, >3571
which   dat     #0, #0
stone   spl     #0, #-3044
        mov.i   bomb, @stone
        sub.ab  #3044, stone
        jmp     stone+1
bomb    dat     <1, {1
`,
	),
]
