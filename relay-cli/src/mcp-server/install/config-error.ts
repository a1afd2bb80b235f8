import { UserError } from '../../platform/user-error.ts'

/** A configuration that cannot be changed safely. Nothing was written. */
export class ConfigError extends UserError {}

/** Line and column, from 1, of an offset. */
export function placeOf(text: string, offset: number): string {
	const before = text.slice(0, offset).split('\n')
	return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}
