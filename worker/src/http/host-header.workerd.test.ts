/** A link that is passed on leads to this installation, whatever host its maker's request claimed. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { CreatedAutomation } from '@fairlead/protocol/automations/automations'
import { DeviceAuthorization, RELAY_CLIENT_ID } from '@fairlead/protocol/computers/pairing'
import { CreatedInvitation } from '@fairlead/protocol/people/people'
import { CreatedShare } from '@fairlead/protocol/people/shares'
import { describe, expect, test, vi } from 'vitest'
import { api, JSON_TYPE, useApi } from '../../test/api-kit.ts'
import { newShare } from '../../test/people/share-kit.ts'
import { database } from '../db/client.ts'
import { messages } from '../db/schema.ts'
import { createApp } from './app.ts'

useApi()
const app = createApp()
const OWN = 'https://fairlead.example'
const FORGED = 'http://evil.example'

/** A request whose host is forged, to a server with these variables. */
async function ask(
	vars: { readonly PUBLIC_URL?: string },
	method: string,
	path: string,
	body?: object,
): Promise<Response> {
	const ctx = createExecutionContext()
	const request = new Request(FORGED + path, {
		method,
		headers: { cookie: api.owner.cookie, origin: FORGED, ...JSON_TYPE },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	})
	const answer = await app.fetch(request, { ...env, ...vars }, ctx)
	await waitOnExecutionContext(ctx)
	return answer
}

type Vars = Parameters<typeof ask>[0]
const inProject = (what: string): string => `/api/projects/${api.projectId}/${what}`

/** Each link that an answer shows, by where it is made. */
const LINKS: Readonly<Record<string, (vars: Vars) => Promise<string>>> = {
	'a share link': async (vars) => {
		const answer = await ask(vars, 'POST', inProject('shares'), {})
		return CreatedShare.parse(await answer.json()).url
	},
	'an invitation': async (vars) => {
		const answer = await ask(vars, 'POST', inProject('invitations'), { role: 'viewer' })
		return CreatedInvitation.parse(await answer.json()).url
	},
	'the pairing page': async (vars) => {
		const ctx = createExecutionContext()
		const request = new Request(`${FORGED}/api/device/authorize`, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: new URLSearchParams({ client_id: RELAY_CLIENT_ID, host: 'desk' }),
		})
		const answer = await app.fetch(request, { ...env, ...vars }, ctx)
		const codes = DeviceAuthorization.parse(await answer.json())
		expect(new URL(codes.verification_uri_complete).origin).toBe(
			new URL(codes.verification_uri).origin,
		)
		return codes.verification_uri
	},
	'the address of a webhook': async (vars) => {
		const trigger = { kind: 'webhook', proof: 'bearer' }
		const body = { name: 'Triage', trigger, template: 'Look' }
		const answer = await ask(vars, 'POST', inProject('automations'), body)
		return CreatedAutomation.parse(await answer.json()).url ?? ''
	},
	'the picture of a preview': async (vars) => {
		const { token } = await newShare(api.owner, api.projectId, {
			conversationId: api.conversationId,
		})
		await database(env.DB).insert(messages).values(picture()).onConflictDoNothing()
		const text = await (await ask(vars, 'GET', `/s/${token}`)).text()
		return /<meta property="og:image" content="([^"]+)">/.exec(text)?.[1] ?? ''
	},
}

const picture = () => {
	const blob = { url: `/api/conversations/${api.conversationId}/blobs/blb_0000000000known` }
	const attachment = { ...blob, mediaType: 'image/png', width: 4, height: 3, bytes: 4 }
	const part = {
		type: 'tool-unity_screenshot',
		toolCallId: 'c1',
		state: 'output-available',
		input: { action: 'game' },
		output: { result: {}, attachments: [{ kind: 'image', name: 'view.png', ...attachment }] },
	}
	const ui = { id: 'msg_1', role: 'assistant' as const, metadata: {}, parts: [part] }
	return {
		id: 'msg_1',
		conversationId: api.conversationId,
		role: ui.role,
		text: '',
		runId: 'run_1',
		createdAt: 1,
		seq: 1,
		ui: JSON.stringify(ui),
		model: '[]',
	}
}

describe.each(Object.entries(LINKS))('%s', (_, made) => {
	test('leads to PUBLIC_URL, and does not know the forged host', async () => {
		const link = await made({ PUBLIC_URL: `${OWN}/` })
		expect(new URL(link).origin).toBe(OWN)
		expect(link).not.toContain('evil')
	})

	test('leads to where the request went, on a server that does not know its address', async () => {
		expect(new URL(await made({})).origin).toBe(FORGED)
	})
})

test('a PUBLIC_URL that is no address makes no link at all: a guess would be the host again', async () => {
	const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const answer = await ask({ PUBLIC_URL: 'fairlead.example' }, 'POST', inProject('shares'), {})
	expect(answer.status).toBe(500)
	expect(await answer.text()).not.toContain('evil')
	expect(String(log.mock.calls[0]?.[1])).toContain('PUBLIC_URL must be')
	log.mockRestore()
})
