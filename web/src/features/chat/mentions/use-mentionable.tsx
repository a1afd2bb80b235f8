/** Objects, assets, files and errors that a message can mention. */
import type { HierarchyNode } from '@fairlead/protocol/tools'
import { type Bag, text } from '@fairlead/protocol/wire/safe-read'
import { Box, CircleAlert, File, Folder } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRead } from '../../../data/room/use-read.ts'
import { codeSpan } from '../../../parts/code-span.ts'
import { findIn } from '../../../parts/rank.ts'
import { useProjectKind } from '../../../run/packs.ts'
import type { Entry, EntryGroup } from './entry-list.tsx'
import { asQuote, folderOf } from './mention.ts'

/** Entries shown of each kind, the best first. */
const MAX_SHOWN = 8
/** Entries of a folder; it is gone through by scrolling too. */
const MAX_FILES = 100
const MAX_OBJECTS = 200
const MAX_ENTRIES = 1_000
const MAX_ERRORS = 3
const FILES = 'Files'
/** A pause in typing, before the editor or the relay is asked. */
const TYPING_MS = 150

/** The matches, best first; empty while nothing has been read. */
export function useMentionable(query: string): readonly EntryGroup[] {
	const isUnity = useProjectKind() === 'unity'
	const isPath = query.includes('/')
	const groups = [
		{ heading: 'Objects in the scene', entries: useObjects(isUnity, query) },
		{ heading: 'Assets', entries: useAssets(isUnity && !isPath ? query : null) },
		{ heading: 'Errors in the console', entries: useErrors(isUnity) },
	]
	const { folder, name } = folderOf(query)
	const files = useFiles(isUnity && !isPath ? null : folder)
	const found = [...findIn([{ heading: FILES, entries: files }], name), ...findIn(groups, query)]
	return found.map(({ heading, entries }) => ({
		heading,
		entries: entries.slice(0, heading === FILES ? MAX_FILES : MAX_SHOWN),
	}))
}

type SceneObject = Pick<HierarchyNode, 'instanceId' | 'name' | 'path'>

/** The objects of the scene. If it has more than one page shows, those whose name contains what is typed are added. */
function useObjects(isUnity: boolean, query: string): Entry[] {
	const scene = useRead<{ objects: readonly SceneObject[]; nextCursor: string | null }>(
		'unity_query',
		isUnity ? { action: 'hierarchy', max_depth: 20, limit: MAX_OBJECTS } : null,
		[],
	)
	const name = usePaused(query.slice(query.lastIndexOf('/') + 1).trim())
	const isCut = (scene.data?.nextCursor ?? null) !== null
	const found = useRead<{ objects: readonly SceneObject[] }>(
		'unity_query',
		isCut && name !== '' ? { action: 'find', name, limit: MAX_SHOWN } : null,
		[],
	)
	const all = [...(scene.data?.objects ?? []), ...(found.data?.objects ?? [])]
	const each = new Map(all.map((object) => [object.instanceId, object]))
	return [...each.values()].map(({ instanceId, name, path }) => ({
		key: `object ${instanceId}`,
		title: name,
		also: path,
		icon: <Box />,
		text: codeSpan(path),
	}))
}

interface Asset {
	readonly name: string
	readonly assetPath: string
	/** Empty for a folder. */
	readonly extension: string
}

/** @param query null: none are looked for */
function useAssets(query: string | null): Entry[] {
	const typed = usePaused(query)
	const assets = useRead<{
		assets: readonly Asset[]
	}>(
		'unity_query',
		query === null || typed === null
			? null
			: { action: 'search_assets', limit: MAX_SHOWN, ...(typed && { search_query: typed }) },
		[],
	)
	return (assets.data?.assets ?? []).map(({ name, assetPath, extension }) => ({
		key: `asset ${assetPath}`,
		title: name,
		also: assetPath,
		icon: extension === '' ? <Folder /> : <File />,
		text: codeSpan(assetPath),
	}))
}

/** @param folder null: none is listed */
function useFiles(folder: string | null): Entry[] {
	const typed = usePaused(folder)
	const listed = useRead<{ entries: readonly { readonly path: string; readonly kind: string }[] }>(
		'list_directory',
		folder === null || typed === null ? null : { path: typed, limit: MAX_ENTRIES },
		[],
	)
	return (listed.data?.entries ?? []).map(({ path, kind }) => {
		const goesOn = kind === 'directory'
		return {
			key: `file ${path}`,
			title: path.slice(path.lastIndexOf('/') + 1),
			also: path,
			icon: goesOn ? <Folder /> : <File />,
			text: goesOn ? `@${path}/` : codeSpan(path),
			goesOn,
		}
	})
}

function useErrors(isUnity: boolean): Entry[] {
	const logs = useRead<{ logs: readonly Bag[] }>(
		'read_console_logs',
		isUnity ? { count: MAX_ERRORS, filter: 'errors' } : null,
		[],
	)
	const messages = new Set(logs.data?.logs.map((log) => asQuote(text(log['message']) ?? '')))
	return [...messages].map((quote) => ({
		key: `error ${quote}`,
		title: quote.slice(1, -1),
		also: '',
		icon: <CircleAlert />,
		text: quote,
	}))
}

/** The value, once it has stayed the same for a moment. */
function usePaused<T>(value: T): T {
	const [paused, setPaused] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setPaused(value), TYPING_MS)
		return () => clearTimeout(timer)
	}, [value])
	return paused
}
