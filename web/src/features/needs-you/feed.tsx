/** Listens to the feed, and shows outside the page what needs the person: title, icon, notifications. Draws nothing. */

import { Me } from '@fairlead/protocol/people/session'
import { FEED_LINK } from '@fairlead/protocol/wire/feed-link'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import ReconnectingWebSocket from 'partysocket/ws'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { conversationPath } from '../../data/address.ts'
import { api } from '../../data/api/client.ts'
import { isSignedOut, meQuery } from '../../data/api/queries.ts'
import {
	countText,
	needsYouQuery,
	setFeedLink,
	useNeedsYou,
	type Waiting,
} from '../../data/conversations/needs-you.ts'
import { FeedStore } from '../../data/feed-store.ts'
import type { Socket } from '../../data/live-socket.ts'
import { Notifier } from '../../data/person/notifier.ts'
import { notifyChoice } from '../../data/person/notify-choice.ts'
import { showNotification } from '../../data/person/show-notification.ts'
import { VisibleAnywhere } from '../../data/person/visible-anywhere.ts'
import { setWaiting } from '../../data/title.ts'

const ICON = '/favicon.svg'
const ICON_NEEDS_YOU = '/favicon-needs-you.svg'
/** Pages come back within this span, so that a restart is not met by all at once. */
const MIN_DELAY_MS = 500
const DELAY_SPREAD_MS = 2_000

function dial(): Socket {
	const url = new URL('/api/feed', location.href)
	url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
	return new ReconnectingWebSocket(url.href, FEED_LINK.subprotocol, {
		minReconnectionDelay: MIN_DELAY_MS + Math.random() * DELAY_SPREAD_MS,
		maxReconnectionDelay: 20_000 + Math.random() * 10_000,
		reconnectionDelayGrowFactor: 1.7,
		maxEnqueuedMessages: 0,
	}) as unknown as Socket
}

export default function NeedsYouFeed() {
	const me = useQuery(meQuery)
	return me.data ? <Listening /> : null
}

function Listening() {
	const client = useQueryClient()
	const needs = useNeedsYou()
	const navigate = useNavigate()
	const notifier = useRef<Notifier<Waiting> | null>(null)
	useEffect(() => {
		const feed = new FeedStore(dial(), {
			onHint: () => void client.invalidateQueries({ queryKey: needsYouQuery.queryKey }),
			onLink: setFeedLink,
			isSignedOut: () => api(Me, '/api/me').then(() => false, isSignedOut),
		})
		return () => feed.close()
	}, [client])
	useEffect(() => {
		if (notifyChoice() === 'push') void renew()
	}, [])
	useEffect(() => {
		const seen = new VisibleAnywhere()
		const show = ({ projectId, conversationId, projectName, title }: Waiting) => {
			const notice = { title: `${title} needs you`, body: projectName, tag: conversationId }
			return showNotification(notice, () => navigate(conversationPath(projectId, conversationId)))
		}
		const made = new Notifier<Waiting>({
			keyOf: ({ conversationId, runId }) => `${conversationId} ${runId}`,
			isOn: () => notifyChoice() === 'on',
			isSeen: () => seen.ask(),
			show,
		})
		notifier.current = made
		return () => {
			made.close()
			seen.close()
		}
	}, [navigate])
	useEffect(() => {
		if (!needs) return
		setWaiting(countText(needs))
		showIcon(needs.conversations.length > 0)
		void notifier.current?.update(needs.conversations)
		if (notifyChoice() === 'push') void takeAway(needs.conversations)
	}, [needs])
	useEffect(
		() => () => {
			setWaiting('')
			showIcon(false)
		},
		[],
	)
	return null
}

/** A browser that signed in anew has a session that is not subscribed yet. Failing, the settings say that it is not. */
const renew = (): Promise<void> =>
	import('../../data/person/push.ts')
		.then(({ subscribePush }) => subscribePush())
		.catch(() => undefined)

const takeAway = (waiting: readonly Waiting[]): Promise<void> =>
	import('../../data/person/push.ts')
		.then(({ closeAnswered }) =>
			closeAnswered(new Set(waiting.map(({ conversationId }) => conversationId))),
		)
		.catch(() => undefined)

function showIcon(needsYou: boolean): void {
	const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
	const href = needsYou ? ICON_NEEDS_YOU : ICON
	if (link && link.getAttribute('href') !== href) link.setAttribute('href', href)
}
