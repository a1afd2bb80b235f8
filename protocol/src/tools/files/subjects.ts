/** Files as the subject of a permission: no two sets of paths read the same. Pure. */

/** The ends of a copy or a move. */
export interface Transfer {
	readonly from: string
	readonly to: string
}

/** Signs of the subject itself. */
const JOINING = /[",→]/

const named = (path: string): string => (JOINING.test(path) ? JSON.stringify(path) : path)

export const namesOf = (paths: readonly string[]): string => paths.map(named).join(', ')

export const namesOfTransfer = ({ from, to }: Transfer): string => `${named(from)} → ${named(to)}`
