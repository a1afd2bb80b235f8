import type { HierarchyNode, SceneSummary } from '@fairlead/protocol/tools'
import { Box } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import type { Picture } from '../tools/renderers/pictures.tsx'
import { PictureView } from '../tools/renderers/pictures.tsx'
import { ReadFailed } from './read-failed.tsx'
import { SceneTree } from './scene-tree.tsx'
import { useRead } from './use-read.ts'

/** Objects of one read; the tree asks for more when the reader does. Bounded by the tool's limit. */
const PAGE = 100
const MAX_OBJECTS = 200
/** Deep enough for any scene that a person can still read. */
const DEPTH = 20

export interface HierarchyResult {
	readonly scenes: readonly SceneSummary[]
	readonly objects: readonly HierarchyNode[]
	readonly total: number
}

export function SceneTab(props: {
	picture: Picture | undefined
	selectedId: string | null
	onSelect: (id: string) => void
}) {
	const [limit, setLimit] = useState(PAGE)
	const { data, error, reload } = useRead<HierarchyResult>(
		'unity_query',
		{ action: 'hierarchy', max_depth: DEPTH, limit },
		['hierarchy', 'scene', 'play'],
	)
	const dirty = new Set(data?.scenes.filter((s) => s.isDirty).map((s) => s.name))
	return (
		<div className="min-h-0 flex-1 overflow-y-auto">
			{props.picture && (
				<div className="border-b border-edge p-3">
					<PictureView picture={props.picture} />
					<p className="pt-1.5 text-cap text-faint">
						Latest picture: {props.picture.alt.toLowerCase()}
					</p>
				</div>
			)}
			{error && !data && <ReadFailed error={error} onRetry={reload} />}
			{!data && !error && <Skeleton rows={6} className="p-4" />}
			{data && data.objects.length === 0 && (
				<Empty icon={<Box />} title="The scene is empty">
					Ask the agent to make something in it.
				</Empty>
			)}
			{data && data.objects.length > 0 && (
				<>
					<SceneTree
						objects={data.objects}
						dirtyScenes={dirty}
						selectedId={props.selectedId}
						onSelect={props.onSelect}
					/>
					{data.total > data.objects.length && (
						<div className="px-4 pb-4 text-line text-muted">
							<p className="tabular">
								{data.objects.length} of {data.total.toLocaleString()} objects
							</p>
							{limit < MAX_OBJECTS && (
								<Button className="mt-2 text-line" onClick={() => setLimit(MAX_OBJECTS)}>
									Show more
								</Button>
							)}
						</div>
					)}
				</>
			)}
		</div>
	)
}
