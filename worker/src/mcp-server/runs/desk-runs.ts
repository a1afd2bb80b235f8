/** Runs of the agent that MCP clients on a relay's machine start, as the person who linked it. */
import type { DeskRun, DeskRunAnswer } from '@fairlead/protocol/wire/relay-link'
import type { ActorOf } from '../../access/actor.ts'
import { DESK_CLIENT_SCOPES, permissionsOf } from '../../access/scopes.ts'
import { standingOf } from '../../accounts/store/users.ts'
import { relayTokenPerson } from '../../computers/store/relay-tokens.ts'
import { database } from '../../db/client.ts'
import type { Env } from '../../env.ts'
import { findProject } from '../../projects/store/projects.ts'
import { ANONYMOUS, type DeskRelay } from '../calls/desk-call.ts'
import { shownName } from '../client-name.ts'
import { clientRuns } from './runs.ts'

const MAY_NOT_START =
	'The person who linked this folder may not start the agent in its project. It takes the role editor there.'

export async function answerDeskRun(
	env: Env,
	relay: DeskRelay,
	asked: DeskRun,
): Promise<DeskRunAnswer> {
	const { projectId, tokenId, name } = relay
	const db = database(env.DB)
	const person = await relayTokenPerson(db, projectId, tokenId)
	if (!person)
		return {
			ok: false,
			message:
				'The server does not know who linked this folder, so nobody could answer for a run. Link it again with "npm run fairlead -- link".',
		}
	const { user, allowance } = person
	const found = await findProject(db, projectId, user.id)
	if (!found) return { ok: false, message: 'The project of this folder no longer exists.' }
	const clientName = shownName(asked.client) ?? ANONYMOUS
	const actor: ActorOf<'mcp'> = {
		kind: 'mcp',
		id: tokenId,
		userId: user.id,
		clientName,
		projectId,
		name: `${user.name} (${clientName}, ${name})`,
		standing: standingOf(user),
		scopes: permissionsOf(DESK_CLIENT_SCOPES),
		// The relay's token, which was just looked up.
		expiresAt: Number.POSITIVE_INFINITY,
		...(allowance ? { allowance } : {}),
	}
	const runs = clientRuns({
		caller: { env, actor, ...found, clientName, origin: '', background: () => undefined },
		mayNotStart: MAY_NOT_START,
		...(asked.do === 'start' ? { editorKey: asked.editorKey, run: asked.id } : {}),
	})
	switch (asked.do) {
		case 'start':
			return runs.start(asked)
		case 'look':
			return runs.look(asked.id)
		case 'stop':
			return runs.stop(asked.id)
		case 'answer':
			return runs.answer(asked.id, asked.approvalId, asked.approved)
		default:
			return asked satisfies never
	}
}
