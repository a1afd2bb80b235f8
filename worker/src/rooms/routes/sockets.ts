import { FEED_LINK } from '@fairlead/protocol/wire/feed-link'
import { RELAY_LINK } from '@fairlead/protocol/wire/relay-link'
import { VIEWER_LINK } from '@fairlead/protocol/wire/viewer-link'
import { HttpProblem, justEnded } from '../../http/problem.ts'
import { type AppContext, type Route, route } from '../../http/route.ts'
import { admission } from '../../ports/admission.ts'
import { feedRequest } from '../../ports/feed.ts'
import { joinRoom } from './join-room.ts'

/** The upgrade must ask for our subprotocol, which carries the protocol version. */
function requireUpgrade(c: AppContext, subprotocol: string): void {
	const offered = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((p) => p.trim())
	if (c.req.header('upgrade')?.toLowerCase() === 'websocket' && offered.includes(subprotocol))
		return
	throw new HttpProblem('upgrade_required', 'This address only accepts WebSocket connections.', {
		detail: `Connect with the subprotocol ${subprotocol}.`,
		headers: { upgrade: 'websocket', connection: 'upgrade' },
	})
}

export const socketRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/feed',
		operationId: 'watchFeed',
		summary: 'Hear when something begins or stops to wait for you (WebSocket)',
		access: { by: ['session'], on: 'account', needs: 'needs_you.read', origin: 'own' },
		answers: [{ status: 101, description: `Subprotocol ${FEED_LINK.subprotocol}.` }],
		async handle({ c, env, granted }) {
			requireUpgrade(c, FEED_LINK.subprotocol)
			const { actor } = granted
			const answer = await env.USER_FEED.getByName(actor.userId).fetch(feedRequest(actor))
			if (answer.status === 401) throw justEnded()
			if (answer.status === 503) {
				throw new HttpProblem('room_full', 'You have too many pages open.', {
					detail: 'Close pages you no longer need. This one will retry automatically.',
				})
			}
			return answer
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId/room',
		operationId: 'watchRoom',
		summary: "Join the project's room as a viewer (WebSocket)",
		access: { by: ['session'], on: 'project', needs: 'room.watch', origin: 'own' },
		answers: [{ status: 101, description: `Subprotocol ${VIEWER_LINK.subprotocol}.` }],
		handle(input) {
			requireUpgrade(input.c, VIEWER_LINK.subprotocol)
			return joinRoom(input, null)
		},
	}),
	route({
		method: 'get',
		path: '/api/conversations/:conversationId/room',
		operationId: 'watchConversation',
		summary: 'Join the room as a visitor with a share link, for this conversation only (WebSocket)',
		access: { by: ['share'], on: 'conversation', needs: 'conversation.watch', origin: 'own' },
		answers: [{ status: 101, description: `Subprotocol ${VIEWER_LINK.subprotocol}.` }],
		handle(input) {
			requireUpgrade(input.c, VIEWER_LINK.subprotocol)
			return joinRoom(input, input.granted.conversation.id)
		},
	}),
	route({
		method: 'get',
		path: '/api/projects/:projectId/relay',
		operationId: 'connectRelay',
		summary: 'Connect a relay to the project (WebSocket)',
		access: { by: ['relay'], on: 'project', needs: 'room.serve_editors', origin: 'any' },
		answers: [{ status: 101, description: `Subprotocol ${RELAY_LINK.subprotocol}.` }],
		async handle({ c, env, granted }) {
			requireUpgrade(c, RELAY_LINK.subprotocol)
			const { actor, project } = granted
			const who = admission({ kind: 'relay', actor, projectName: project.name })
			const answer = await env.ROOM.getByName(project.id).fetch(who)
			if (answer.status === 401) throw justEnded()
			if (answer.status === 503) {
				throw new HttpProblem('room_full', 'Too many relays are connected to this project.', {
					detail: 'Stop relays you no longer need. This one will retry automatically.',
				})
			}
			return answer
		},
	}),
]
