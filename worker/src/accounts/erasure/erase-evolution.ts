import { deleteEvolution, evolutionIds } from '../../arena/store/evolutions.ts'
import type { Database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { callWithRetry } from '../../ports/retry.ts'
import type { MemberKey } from '../../projects/store/members.ts'

/**
 * Deletes evolutions with their family trees: of a project, of a person, or of a person in a project. The object first, so that the
 * row remains for another try.
 */
export async function eraseEvolutions(
	env: Env,
	db: Database,
	of: Partial<MemberKey>,
): Promise<void> {
	for (const id of await evolutionIds(db, of)) {
		await callWithRetry(() => env.EVOLUTION.getByName(id).destroy())
		await deleteEvolution(db, id)
	}
}
