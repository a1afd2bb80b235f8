import { visible } from '@fairlead/protocol/view/visible'
import { type Bag, list } from '@fairlead/protocol/wire/safe-read'

/** The files that a command says it will change, and whether a revert restores them. */
export function DeclaredChanges({ input }: { input: Bag }) {
	const changes = list(input['changes']).map(String)
	if (changes.length === 0) return null
	return (
		<div className="max-h-40 overflow-y-auto pt-2 text-line text-muted">
			<p>
				{input['background'] === true
					? 'It says it will change these. A revert does not restore them, since it runs in the background:'
					: 'It says it will change these, and a revert restores them:'}
			</p>
			<ul aria-label="Declared changes" className="list-disc pl-4">
				{changes.map((path) => (
					<li key={path} className="wrap-anywhere font-mono text-cap">
						{visible(path)}
					</li>
				))}
			</ul>
		</div>
	)
}
