/** Pages of agents in step: each card says where else it is open. */
import { AgentsOpened } from '@fairlead/protocol/agents/agents'
import { visible } from '@fairlead/protocol/view/visible'
import { Eye } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useRoom, useRoomStore } from '../../data/room/room-context.tsx'
import { wordsOf } from './opened-words.ts'

type Pages = AgentsOpened['pages']
const NO_PAGES: Pages = []

const Opened = createContext<Pages>(NO_PAGES)

/** @param props.open the agent, or the terminal, that is open on this page */
export function OpenedElsewhere(props: {
	open: { readonly editorKey: string; readonly agentId: string } | null
	children: ReactNode
}) {
	const { editorKey, agentId } = props.open ?? {}
	const store = useRoomStore()
	const { link } = useRoom()
	const [pages, setPages] = useState(NO_PAGES)
	useEffect(() => {
		if (!store || link !== 'open') return
		const stop = store.on('agents.opened', (params) => {
			const told = AgentsOpened.safeParse(params)
			if (told.success) setPages(told.data.pages)
		})
		return () => {
			stop()
			setPages(NO_PAGES)
			store.tell('viewer.opened', {})
		}
	}, [store, link])
	useEffect(() => {
		if (!store || link !== 'open') return
		const open = editorKey === undefined || agentId === undefined ? null : { editorKey, agentId }
		store.tell('viewer.opened', { open })
	}, [store, link, editorKey, agentId])
	return <Opened value={pages}>{props.children}</Opened>
}

/** Whether this is another page of the same person, by the name that a terminal's `writer` has. */
export const useIsOwnPage = (viewer: string | undefined): boolean =>
	use(Opened).some((page) => page.viewer === viewer && page.name === undefined)

/** Below an agent or a terminal. */
export function OpenedBy(props: { editorKey: string; agentId: string }) {
	const pages = use(Opened).filter(
		({ editorKey, agentId }) => editorKey === props.editorKey && agentId === props.agentId,
	)
	if (pages.length === 0) return null
	return (
		<p className="mt-1 text-cap text-muted wrap-anywhere">
			<Eye aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
			{visible(wordsOf(pages))}
		</p>
	)
}
