/** Below the message: what the agent may do, and which model answers. */
import type { ConversationMode } from '@fairlead/protocol/conversations/runs'
import { ChevronDown, Gauge, ShieldCheck } from 'lucide-react'
import { actions } from '../../../actions/registry.ts'
import { MODES } from '../../../data/limits/modes.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Menu, MenuChoices, MenuItem, MenuLine } from '../../../ui/overlays/menu.tsx'
import ModelChoice from '../model/model-choice.tsx'

export default function Choices(props: {
	conversationId: string
	live: boolean
	mode: ConversationMode
	onMode: (mode: ConversationMode) => void
}) {
	const { conversationId, live, mode, onMode } = props
	return (
		<>
			<Menu
				align="start"
				side="top"
				className="w-64"
				trigger={
					<button
						type="button"
						aria-label={`What the agent may do: ${mode}`}
						className={buttonClass('quiet', '!gap-1 !px-2 text-line')}
					>
						{MODES.find(({ value }) => value === mode)?.label}
						<ChevronDown className="!size-3.5" />
					</button>
				}
			>
				<MenuChoices value={mode} choices={MODES} onChoose={onMode} />
				<MenuLine />
				<MenuItem icon={<ShieldCheck />} onSelect={() => actions.run('rules.grants')}>
					Always allowed
				</MenuItem>
				<MenuItem icon={<Gauge />} onSelect={() => actions.run('rules.limits')}>
					Run limits
				</MenuItem>
			</Menu>
			<ModelChoice conversationId={conversationId} live={live} />
		</>
	)
}
