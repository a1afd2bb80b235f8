/** The signed-in person's menu at the foot of a project's conversations, with their name. */
import { visible } from '@fairlead/protocol/view/visible'
import { useQuery } from '@tanstack/react-query'
import { CircleUser } from 'lucide-react'
import { meQuery } from '../../data/api/queries.ts'
import { Menu } from '../../ui/overlays/menu.tsx'
import AccountItems from './account-items.tsx'

export default function AccountFoot() {
	const name = useQuery(meQuery).data?.name
	return (
		<div className="border-t border-edge p-2">
			<Menu
				side="top"
				align="start"
				trigger={
					<button
						type="button"
						className="flex w-full min-w-0 items-center gap-2 rounded-md px-2 py-1.5 text-line text-muted hover:bg-hover hover:text-text data-[popup-open]:bg-hover max-md:min-h-11"
					>
						<CircleUser aria-hidden className="size-4 shrink-0" />
						<span className="sr-only">Account: </span>
						<span className="truncate">{name === undefined ? '' : visible(name)}</span>
					</button>
				}
			>
				<AccountItems />
			</Menu>
		</div>
	)
}
