/** Messages as HTML: questions, and answers as a line of steps with a knot each. Pure. */
import { promptPieces } from '@fairlead/protocol/automations/automation-prompt'
import {
	metadataOf,
	partsOf,
	type RunMessage,
} from '@fairlead/protocol/conversations/message-parts'
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { revertsOf } from '@fairlead/protocol/conversations/reverted'
import { endOf } from '@fairlead/protocol/conversations/run-standing'
import type { RunStanding } from '@fairlead/protocol/conversations/runs'
import { type CallView, callsOf } from '@fairlead/protocol/view/call-view'
import type { Label } from '@fairlead/protocol/view/labels/label'
import { type Names, namesIn } from '@fairlead/protocol/view/labels/names'
import { pictureAlt } from '@fairlead/protocol/view/picture-alt'
import { revertLine } from '@fairlead/protocol/view/revert-words'
import {
	buildRun,
	type RunItem,
	type RunStep,
	type StepState,
} from '@fairlead/protocol/view/run-view'
import { authorName, besides, callLabel, requestLabel, THE_CLIENT } from './call-line.ts'
import { type Html, html } from './html.ts'
import { markdown, safeAddress } from './markdown.ts'
import { attachedTo, type Picture } from './pictures-of.ts'

/** The address of a picture on this page, by its address in the message; null: it is not shown. */
export type PictureAddress = (url: string) => string | null

export function messageHtml(message: StoredMessage, addressOf: PictureAddress): Html {
	return message.role === 'user' ? question(message, addressOf) : answer(message, addressOf)
}

function question(message: RunMessage, addressOf: PictureAddress): Html {
	const by = authorName(message.parts, metadataOf(message).by)
	return html`<article class="ask"><h2>${by}</h2>${said(message.parts, addressOf)}</article>`
}

/** People's words are shown as they were typed. */
function said(parts: readonly object[], addressOf: PictureAddress): Html[] {
	const asked = requestLabel(parts)
	if (asked) return [html`<p class="plain">${THE_CLIENT} ${labelHtml(asked)}</p>`]
	return partsOf({ id: '', parts }).map((part) => {
		if (part.type === 'text') return wordsHtml(part.text)
		if (part.type !== 'file') return html``
		return picture({ url: part.url, name: part.filename ?? 'Picture' }, addressOf)
	})
}

function wordsHtml(text: string): Html {
	const pieces = promptPieces(text)
	if (!pieces) return html`<p class="plain">${text}</p>`
	return html`<p class="plain">${pieces.map((piece) =>
		'text' in piece ? html`${piece.text}` : html`<b>${piece.value}</b>`,
	)}</p>`
}

function answer(message: RunMessage, addressOf: PictureAddress): Html {
	const names = new Map(callsOf(message).flatMap(({ result }) => [...namesIn(result)]))
	const steps = buildRun(message, false).map((step) => stepHtml(step, addressOf, names))
	const end = endOf(message)
	return html`<article class="answer"><h2 class="hidden">The agent</h2>${steps}${
		end && end !== 'done' && html`<p class="end">${END_WORDS[end]}</p>`
	}${revertsOf(message).map((part) => html`<p class="end">${revertLine(part, message)}</p>`)}</article>`
}

const END_WORDS: Readonly<Record<RunStanding, string>> = {
	running: 'The agent is working.',
	needs_you: 'The run waits for an approval.',
	waiting_editor: 'The run waits for the editor.',
	waiting_retry: 'The run waits for the model.',
	done: '',
	failed: 'The run failed.',
	stopped: 'The run was stopped.',
	reverted: 'The changes of this run were reverted.',
	partly_reverted: 'Some of the changes of this run were reverted.',
	denied: 'It was denied.',
	partly_denied: 'Part of it was denied.',
	effect_unknown: 'Whether a step took effect is not known.',
	compile_errors: 'The scripts did not compile.',
	tests_failed: 'Tests failed.',
}

const STEP_WORDS: Readonly<Record<StepState, string>> = {
	running: 'Running',
	waiting: 'Waiting',
	done: '',
	failed: 'Failed',
	unknown: 'Effect not known',
	denied: 'Denied',
	stopped: 'Stopped',
}

function stepHtml(step: RunStep, addressOf: PictureAddress, names: Names): Html {
	const word = STEP_WORDS[step.state]
	return html`<section class="step" data-state="${step.state}"><span class="knot" aria-hidden="true"></span>${
		word && html`<span class="hidden">${word}.</span>`
	}${step.items.map((item) => itemHtml(item, addressOf, names))}</section>`
}

function itemHtml(item: RunItem, addressOf: PictureAddress, names: Names): Html {
	switch (item.type) {
		case 'text':
			return html`<div class="text">${markdown(item.text)}</div>`
		case 'calls':
			return html`<ul class="calls">${item.calls.map((call) => callHtml(call, addressOf, names))}</ul>`
		case 'notice':
			return html`<p class="notice">${item.notice.text}</p>`
		case 'steering':
			return html`<div class="ask"><h2>${authorName(item.parts, item.by)}</h2>${said(item.parts, addressOf)}</div>`
		case 'sources':
			return html`<ul class="calls">${item.sources.map(({ url, title }) => {
				const address = safeAddress(url)
				return address === null
					? html`<li>${title}</li>`
					: html`<li><a href="${address}" rel="noopener noreferrer nofollow" target="_blank">${title}</a></li>`
			})}</ul>`
		case 'image':
			return picture({ url: item.url, name: item.name }, addressOf)
		case 'reasoning':
		case 'pause':
			return html``
		default:
			return item satisfies never
	}
}

function callHtml(call: CallView, addressOf: PictureAddress, names: Names): Html {
	const more = besides(call)
	return html`<li>${labelHtml(callLabel(call, names))}${
		more && html` <span class="outcome">${more}</span>`
	}${attachedTo(call).map((one) => picture({ ...one, name: pictureAlt(call) }, addressOf))}</li>`
}

const labelHtml = (label: Label): Html[] =>
	label.map(({ type, text }) => {
		switch (type) {
			case 'text':
				return html`${text}`
			case 'name':
				return html`<b>${text}</b>`
			case 'code':
				return html`<code>${text}</code>`
			default:
				return type satisfies never
		}
	})

function picture({ url, name, width, height }: Picture, addressOf: PictureAddress): Html {
	const address = addressOf(url)
	if (address === null) return html``
	const size = width && height ? html` width="${width}" height="${height}"` : null
	return html`<img src="${address}" alt="${name}" loading="lazy"${size}>`
}
