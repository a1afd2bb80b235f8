/** A sample of what a sender sends, and the values in it that a prompt can insert. Pure. */
import type { AutomationTrigger, ProductEvent } from '@fairlead/protocol/automations/automations'

/** The most values that are listed; a payload of GitHub has hundreds. */
const MAX_VALUES = 200
const MAX_SHOWN_CHARS = 60
/** A name that can stand in a path: the server reads no other. */
const NAME = /^[A-Za-z_][\w-]*$/

export interface SampleValue {
	/** `pull_request.labels[0].name` */
	readonly path: string
	/** The beginning of its JSON. */
	readonly shown: string
}

export interface Sample {
	/** JSON, as it is typed. */
	readonly text: string
	/** Stands for the header `X-GitHub-Event`; empty: none. */
	readonly event: string
}

export type ReadSample = { readonly ok: true; readonly payload: unknown } | { readonly ok: false }

export function readSample(text: string): ReadSample {
	try {
		return { ok: true, payload: JSON.parse(text) }
	} catch {
		return { ok: false }
	}
}

const shownOf = (value: unknown): string => {
	const json = JSON.stringify(value)
	return json.length > MAX_SHOWN_CHARS ? `${json.slice(0, MAX_SHOWN_CHARS)}…` : json
}

/** Every value and list in the payload, with its path, in the payload's order. */
export function valuesOf(payload: unknown): SampleValue[] {
	const found: SampleValue[] = []
	const visit = (value: unknown, path: string): void => {
		if (found.length >= MAX_VALUES) return
		if (Array.isArray(value)) {
			found.push({ path: path === '' ? '$' : path, shown: shownOf(value) })
			for (const [i, item] of value.entries()) visit(item, `${path === '' ? '$' : path}[${i}]`)
		} else if (typeof value === 'object' && value !== null) {
			for (const [name, item] of Object.entries(value)) {
				if (NAME.test(name)) visit(item, path === '' ? name : `${path}.${name}`)
			}
		} else if (path !== '') found.push({ path, shown: shownOf(value) })
	}
	visit(payload, '')
	return found
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

const EVENT_SAMPLES: Readonly<Record<ProductEvent, object>> = {
	run_failed: {
		event: 'run_failed',
		run: {
			id: 'run_01jx0000000000000000000000',
			conversationId: 'cnv_01jx0000000000000000000000',
			error: 'provider_overloaded',
			begunBy: 'session',
		},
	},
	editor_connected: {
		event: 'editor_connected',
		editor: { name: 'Studio desktop', kind: 'unity', unityVersion: '6000.0.23f1' },
	},
	share_opened: {
		event: 'share_opened',
		share: { id: 'shr_01jx0000000000000000000000', conversationId: null, role: 'viewer' },
		signedIn: false,
	},
}

function payloadFor(trigger: AutomationTrigger): object {
	switch (trigger.kind) {
		case 'webhook':
			if (trigger.proof !== 'github') return { build: 417, branch: 'main', failed: ['Level2'] }
			return {
				ref: 'refs/heads/main',
				after: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
				repository: { full_name: 'studio/my-game' },
				head_commit: { message: 'Faster doors', author: { name: 'Ada' } },
			}
		case 'schedule':
			return { scheduledAt: '2026-03-29T01:00:00.000Z', timeZone: trigger.timeZone, missed: 0 }
		case 'event':
			return EVENT_SAMPLES[trigger.event]
		case 'button':
			return {}
		default:
			return trigger satisfies never
	}
}

/** Something to try, until a delivery has come. */
export const exampleOf = (trigger: AutomationTrigger): Sample => ({
	text: pretty(payloadFor(trigger)),
	event: trigger.kind === 'webhook' && trigger.proof === 'github' ? 'push' : '',
})

/** A delivery's payload, formatted; text that is not JSON becomes a JSON string. */
export function sampleOf(payload: string, headers: Readonly<Record<string, string>>): Sample {
	const read = readSample(payload)
	return { text: pretty(read.ok ? read.payload : payload), event: headers['x-github-event'] ?? '' }
}
