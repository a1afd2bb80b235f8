/** The offers after a `/` at the beginning of a message: saved prompts, and the commands of the page. */
import { useQuery } from '@tanstack/react-query'
import { BookMarked, PenLine, Square } from 'lucide-react'
import { use } from 'react'
import { useNavigate } from 'react-router'
import { keysText } from '../../../actions/keys.ts'
import { useActionList } from '../../../actions/use-actions.ts'
import { meQuery } from '../../../data/api/queries.ts'
import { savedPromptsQuery } from '../../../data/person/saved-prompts.ts'
import { SharedVisit } from '../../../data/shared-visit.ts'
import { findIn } from '../../../parts/rank.ts'
import type { Entry, EntryGroup } from './entry-list.tsx'

const MAX_COMMANDS = 8

/** The matches, best first. */
export function useCommands(query: string): readonly EntryGroup[] {
	const groups = [
		{ heading: 'Saved prompts', entries: usePrompts() },
		{ heading: 'Commands', entries: useActionEntries() },
	]
	return findIn(groups, query).map(({ heading, entries }) => ({
		heading,
		entries: heading === 'Commands' ? entries.slice(0, MAX_COMMANDS) : entries,
	}))
}

/** Visitors and people without an account have none. */
function usePrompts(): Entry[] {
	const navigate = useNavigate()
	const me = useQuery(meQuery).data
	const enabled = use(SharedVisit) === null && me !== undefined && me.role !== 'trial'
	const { data } = useQuery({ ...savedPromptsQuery, enabled })
	if (!enabled || !data) return []
	const own = data.map(({ id, name, text }) => ({
		key: `prompt ${id}`,
		title: name,
		also: text.trim().split('\n', 1)[0] ?? '',
		icon: <BookMarked />,
		text,
	}))
	const edit = {
		key: 'prompts',
		title: data.length === 0 ? 'Save a prompt' : 'Edit saved prompts',
		also: '',
		icon: <PenLine />,
		text: '',
		run: () => void navigate('/settings#prompts'),
	}
	return [...own, edit]
}

const useActionEntries = (): Entry[] =>
	useActionList()
		.filter(({ inPalette }) => inPalette !== false)
		.map(({ id, title, icon: Icon, keys, run }) => ({
			key: `command ${id}`,
			title,
			also: keys ? keysText(keys) : '',
			icon: Icon ? <Icon /> : <Square />,
			text: '',
			run,
		}))
