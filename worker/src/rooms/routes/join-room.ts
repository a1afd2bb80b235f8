/** Opens a project's room for somebody who watches it. */

import type { Database } from '../../db/client.ts'
import { rememberConnection } from '../../db/open-connections.ts'
import type { Env } from '../../env.ts'
import { HttpProblem, justEnded } from '../../http/problem.ts'
import type { Granted } from '../../http/route.ts'
import { admission, type ViewerActor } from '../../ports/admission.ts'
import { heldBy, overQuota } from '../../usage/over-quota.ts'
import { projectLimits } from '../../usage/quotas.ts'

interface Joining {
	readonly db: Database
	readonly env: Env
	readonly now: number
	readonly granted: Pick<
		Granted<ViewerActor['kind'], 'project'>,
		'actor' | 'project' | 'role' | 'allowance'
	>
}

/** @param within see {@link Admission} */
export async function joinRoom(
	{ db, env, now, granted }: Joining,
	within: string | null,
): Promise<Response> {
	const { actor, project, role, allowance } = granted
	const { viewers: maxViewers = null } = projectLimits(env, allowance)
	const projectId = project.id
	if (!(await rememberConnection(db, actor, role, { projectId, place: 'room' }, now)))
		throw justEnded()
	const answer = await env.ROOM.getByName(projectId).fetch(
		admission({ kind: 'viewer', projectId, actor, role, within, maxViewers }),
	)
	if (answer.status === 401) throw justEnded()
	if (answer.status === 429 && maxViewers !== null) {
		throw overQuota(heldBy('project', 'viewers', maxViewers), now)
	}
	if (answer.status === 503) {
		throw new HttpProblem('room_full', 'Too many people or clients are watching this project.', {
			detail: 'Try again later.',
		})
	}
	return answer
}
