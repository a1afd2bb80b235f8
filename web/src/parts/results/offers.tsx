/** Lists of what is available: agent tools, Unity packages. */
import { bag, bags, text } from '@fairlead/protocol/wire/safe-read'
import { kindOf } from '../calls/titles.ts'
import type { Renderer } from './renderer.ts'
import { MAX_ROWS, More } from './rows.tsx'

export const found: Renderer = {
	details: (call) => (
		<ul className="text-line">
			{bags(bag(call.result)['tools']).map((tool) => (
				<li key={String(tool['name'])} className="py-0.5">
					<span className="font-medium">{kindOf(String(tool['name']), '')}</span>{' '}
					<span className="text-muted">{text(tool['description'])}</span>
				</li>
			))}
		</ul>
	),
}

export const packageList: Renderer = {
	details: (call) => {
		const result = bag(call.result)
		const packages = result['package'] ? [bag(result['package'])] : bags(result['packages'])
		return packages.length === 0 ? null : (
			<>
				<ul className="text-line">
					{packages.slice(0, MAX_ROWS).map((entry) => (
						<li key={String(entry['name'])} className="flex gap-3 py-0.5">
							<span className="min-w-0 flex-1 truncate">{text(entry['displayName'])}</span>
							<span className="tabular text-faint">{text(entry['version'])}</span>
						</li>
					))}
				</ul>
				<More shown={Math.min(packages.length, MAX_ROWS)} total={packages.length} />
			</>
		)
	},
}
