/** The project that this browser opened last: where a person most likely goes on. */
import { readStored, writeStored } from '../../ui/layout.ts'

const STORAGE_KEY = 'fairlead.project'

export const rememberProject = (id: string): void => writeStored(STORAGE_KEY, id)
/** Returns null if there is none, or storage is blocked. It may be another account's, or gone. */
export const lastProject = (): string | null => readStored(STORAGE_KEY)

/** The last opened one first; the others keep their order. Pure. */
export function lastFirst<P extends { readonly id: string }>(
	projects: readonly P[],
	last: string | null,
): readonly P[] {
	const found = projects.find(({ id }) => id === last)
	return found ? [found, ...projects.filter((one) => one !== found)] : projects
}
