/** The line of a run: its state, its calls and its answer. */
import type { LineStep } from '../src/mcp/app/line.ts'
import { RUN_WORDS } from '../src/mcp/runs/run-words.ts'
import { at, plain, write } from './elements.ts'

/** The newest calls; the others are counted. */
const MAX_STEPS = 30
const STATES: Readonly<Record<LineStep['state'], string>> = {
	done: 'Done',
	running: 'Running',
	asking: 'Waiting for approval',
	failed: 'Failed',
	denied: 'Denied',
}
const OVER: readonly string[] = ['completed', 'failed', 'cancelled']

/** The structured result of the tools of runs. */
export interface Run {
	readonly id: string
	readonly state: keyof typeof RUN_WORDS
	readonly page?: string
	readonly answer?: string
}

export const isOver = ({ state }: Run): boolean => OVER.includes(state)

/** Returns null if the result is not that of a run. */
export function runIn(data: unknown): Run | null {
	const { id, state } = (data ?? {}) as { id?: unknown; state?: unknown }
	return typeof id === 'string' && Object.hasOwn(RUN_WORDS, String(state)) ? (data as Run) : null
}

export function drawRun({ state, answer }: Run, steps: readonly LineStep[]): void {
	const shown = steps.slice(-MAX_STEPS)
	const earlier = steps.length - shown.length
	at('state').textContent = RUN_WORDS[state]
	write('hint', state === 'waiting_approval' ? 'Answer on the page or the phone.' : '')
	write('more', earlier > 0 ? `${earlier} earlier calls` : '')
	at('line').replaceChildren(...shown.map(drawnStep))
	write('answer', plain(answer ?? ''))
	at('run').hidden = false
	at('note').hidden = true
}

function drawnStep({ what, subject, outcome, state }: LineStep): HTMLLIElement {
	const item = document.createElement('li')
	item.dataset['state'] = state
	const knot = document.createElement('span')
	knot.className = 'knot'
	knot.ariaHidden = 'true'
	const word = document.createElement('span')
	word.className = 'hidden'
	word.textContent = `${STATES[state] ?? ''}: `
	const named = document.createElement('b')
	named.dir = 'auto'
	named.textContent = plain(subject)
	const why = document.createElement('i')
	why.textContent = outcome ? ` · ${plain(outcome)}` : ''
	item.append(knot, word, plain(what), subject ? ' ' : '', named, why)
	return item
}
