/** The part of a terminal that a smaller box shows: where it is written. Pure. */

/** Pixels, from the top of what the box holds. */
export interface Span {
	readonly top: number
	readonly bottom: number
}

/**
 * @param cursor the row that the cursor is in
 * @param written the last row with text; what is asked may stand below the cursor
 * @returns how far down the box begins: the cursor is in it, and as much of the rest as there is room for
 */
export const boxTop = (cursor: Span, written: Span, height: number): number =>
	Math.max(0, Math.min(Math.max(cursor.bottom, written.bottom) - height, cursor.top))

export const isWithin = (row: Span, box: Span): boolean =>
	row.top >= box.top && row.bottom <= box.bottom
