/** The scope of an answer that lasts longer than once, in the user's words. Pure. */
import type { Permission } from '@fairlead/protocol/conversations/stream-parts'
import { visible } from '@fairlead/protocol/view/visible'
import { kindOf } from './titles.ts'

/** Named one by one; a batch of more is counted. */
const MAX_NAMED = 3

/** `unity_asset` and `delete` → "Work with assets: delete"; a menu item with its path. */
export function permissionName({ tool, action, subject }: Permission): string {
	const name = kindOf(tool, action)
	return subject === undefined ? name : `${name}: ${visible(subject)}`
}

/** “a”, “b” and “c”; what is too much for a line is counted. */
export function coveredText(covers: readonly Permission[]): string {
	const names = covers.map((one) => `“${permissionName(one)}”`)
	const named = names.length > MAX_NAMED ? names.slice(0, MAX_NAMED - 1) : names
	const left = names.length - named.length
	const all = left > 0 ? [...named, `${left} more`] : named
	return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
