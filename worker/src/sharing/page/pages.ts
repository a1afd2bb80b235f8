/** The shared pages: a conversation, the list of a project, and what stands in place of them. Pure. */

import { partsOf } from '@fairlead/protocol/conversations/message-parts'
import type { StoredMessage } from '@fairlead/protocol/conversations/messages'
import { plain } from '@fairlead/protocol/view/labels/label'
import { requestLabel, THE_CLIENT } from './call-line.ts'
import type { Page } from './document.ts'
import { type Html, html } from './html.ts'
import { messageHtml, type PictureAddress } from './messages.ts'

const MAX_DESCRIPTION_CHARS = 200

export interface ConversationPage {
	readonly title: string
	/** Whether a run is active: the page shows what is finished. */
	readonly live: boolean
	readonly messages: readonly StoredMessage[]
	readonly addressOf: PictureAddress
	/** The live page, for those who want to follow or take part. */
	readonly liveAddress: string
	/** The next messages; null: these are the last. */
	readonly nextAddress: string | null
	/** The list of a link to the whole project; null: the link is to this conversation. */
	readonly listAddress: string | null
	readonly takesPart: boolean
}

export function conversationPage(page: ConversationPage): Omit<Page, 'url' | 'image'> {
	const { title, live, messages, addressOf, liveAddress, nextAddress, listAddress } = page
	const offer = live
		? html`<p class="note">The agent is still working. This page shows what is finished. <a href="${liveAddress}">Follow it live</a></p>`
		: html`<p class="about"><a href="${liveAddress}">${page.takesPart ? 'Take part' : 'Open the live page'}</a></p>`
	const body = html`<header>${
		listAddress !== null &&
		html`<p class="about"><a href="${listAddress}">All conversations</a></p>`
	}<h1>${title}</h1>${offer}</header>
<main>${messages.map((message) => messageHtml(message, addressOf))}${
		messages.length === 0 && html`<p class="note">There are no finished messages here yet.</p>`
	}${
		nextAddress !== null &&
		html`<p class="note">This conversation is longer. <a href="${nextAddress}">Continue reading</a></p>`
	}</main>`
	return { title, description: describe(messages), body }
}

/** The first question, on one line. */
function describe(messages: readonly StoredMessage[]): string {
	const first = messages.find(({ role }) => role === 'user')
	const asked = requestLabel(first?.parts ?? [])
	const said = asked
		? [`${THE_CLIENT} ${plain(asked)}`]
		: partsOf(first ?? { id: '', parts: [] }).flatMap((part) =>
				part.type === 'text' ? [part.text] : [],
			)
	const line = said.join(' ').replace(/\s+/g, ' ').trim()
	const cut = [...line].slice(0, MAX_DESCRIPTION_CHARS).join('')
	return cut || 'A conversation with the Fairlead agent for Unity.'
}

export interface Listed {
	readonly title: string
	readonly address: string
}

export function projectPage(
	name: string,
	listed: readonly Listed[],
	more: boolean,
): Omit<Page, 'url' | 'image'> {
	const rows = listed.map(({ title, address }) => html`<li><a href="${address}">${title}</a></li>`)
	const body = html`<header><h1>${name}</h1><p class="about">Shared conversations</p></header>
<main><ul class="list">${rows}</ul>${
		rows.length === 0 && html`<p class="note">There are no conversations here yet.</p>`
	}${more && html`<p class="note">These are the ${listed.length} most recent ones.</p>`}</main>`
	return { title: name, description: `Conversations of the Unity project ${name}.`, body }
}

/** Before a link is opened that takes a sign-in, or one of its uses. Says nothing of what is behind it. */
export function doorPage(door: {
	readonly signIn: boolean
	readonly openAddress: string
	readonly signInAddress: string
}): Omit<Page, 'url' | 'image'> {
	const title = 'A shared conversation'
	const act: Html = door.signIn
		? html`<p>This link is for signed-in people.</p><p><a class="button" href="${door.signInAddress}">Sign in</a></p>`
		: html`<p>This link can be opened in a limited number of browsers.</p>
<form method="post" action="${door.openAddress}"><button class="button">Open it in this browser</button></form>`
	return {
		title,
		description: 'Open the link to read it.',
		body: html`<header><h1>${title}</h1></header><main>${act}</main>`,
	}
}

export function refusalPage(title: string, detail: string): Omit<Page, 'url' | 'image'> {
	return {
		title,
		description: detail,
		body: html`<header><h1>${title}</h1></header><main><p>${detail}</p></main>`,
	}
}
