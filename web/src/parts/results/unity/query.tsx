/** Results of queries about the scene and the project. */

import type { HierarchyNode } from '@fairlead/protocol/tools'
import type { CallView } from '@fairlead/protocol/view/call-view'
import {
	actionOf,
	type Bag,
	bag,
	bags,
	list,
	number,
	text,
} from '@fairlead/protocol/wire/safe-read'
import { cx } from '../../../ui/cx.ts'
import { buildTrees, type TreeNode } from '../../tree/hierarchy.ts'
import { ValueList } from '../../values.tsx'
import type { Renderer } from '../renderer.ts'
import { MAX_ROWS, More } from '../rows.tsx'

function ObjectList(props: { objects: readonly Bag[]; total: number }) {
	const shown = props.objects.slice(0, MAX_ROWS)
	if (shown.length === 0) return <p className="text-line text-muted">No objects.</p>
	return (
		<>
			<ul className="text-line">
				{shown.map((object) => (
					<li
						key={String(object['instanceId'])}
						className="flex gap-3 border-t border-edge py-1 first:border-t-0"
					>
						<span className="min-w-0 flex-1 truncate">
							{text(object['path']) ?? text(object['name'])}
						</span>
						<span className="max-w-[50%] truncate text-faint">
							{list(object['components']).slice(1).join(', ')}
						</span>
					</li>
				))}
			</ul>
			<More shown={shown.length} total={props.total} />
		</>
	)
}

function Branch(props: { nodes: readonly TreeNode[] }) {
	return (
		<ul className="border-l border-edge pl-3 text-line">
			{props.nodes.map(({ object, children }) => (
				<li key={object.instanceId} className="py-px">
					<span className={cx(!object.activeSelf && 'text-faint')}>{object.name}</span>
					{object.childCount > children.length && (
						<span className="tabular ml-2 text-cap text-faint">
							+{object.childCount - children.length}
						</span>
					)}
					{children.length > 0 && <Branch nodes={children} />}
				</li>
			))}
		</ul>
	)
}

const hierarchyTree = (call: CallView) => {
	const result = bag(call.result)
	const objects = list(result['objects']) as readonly HierarchyNode[]
	return (
		<div className="flex flex-col gap-2">
			{buildTrees(objects.slice(0, MAX_ROWS)).map((tree) => (
				<div key={tree.scene}>
					<p className="pb-0.5 text-cap text-muted">{tree.scene}</p>
					<Branch nodes={tree.roots} />
				</div>
			))}
			<More shown={Math.min(objects.length, MAX_ROWS)} total={number(result['total']) ?? 0} />
		</div>
	)
}

export const query: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		switch (actionOf(call)) {
			case 'hierarchy':
				return hierarchyTree(call)
			case 'find':
				return <ObjectList objects={bags(result['objects'])} total={number(result['total']) ?? 0} />
			case 'selection':
				return (
					<ObjectList objects={bags(result['objects'])} total={bags(result['objects']).length} />
				)
			case 'inspect_object':
				return (
					<div className="flex flex-col gap-3">
						{bags(result['components']).map((component) => (
							<div key={String(component['instanceId'])}>
								<p className="pb-1 text-line font-medium">{text(component['type'])}</p>
								<ValueList values={bag(component['properties'])} />
							</div>
						))}
					</div>
				)
			case 'search_assets': {
				const assets = bags(result['assets']).slice(0, MAX_ROWS)
				return (
					<>
						<ul className="text-line">
							{assets.map((asset) => (
								<li key={String(asset['guid'])} className="flex gap-3 py-0.5">
									<span className="min-w-0 flex-1 font-mono text-cap wrap-anywhere">
										{text(asset['assetPath'])}
									</span>
									<span className="text-faint">{text(asset['type'])}</span>
								</li>
							))}
						</ul>
						<More shown={assets.length} total={number(result['totalFound']) ?? 0} />
					</>
				)
			}
			case 'types':
				return (
					<p className="text-line text-muted">
						{bags(result['types'])
							.map((type) => text(type['name']))
							.join(', ') || 'None found.'}
					</p>
				)
			case 'get_settings':
				return <ValueList values={bag(result['settings'])} />
			default: {
				const { openScenes: _scenes, undo: _undo, ...plainState } = result
				return <ValueList values={plainState} />
			}
		}
	},
}
