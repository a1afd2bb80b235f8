/** Every route of the API. To add one: declare it in its resource's file, and list it there. */

import { evolutionRoutes } from '../arena/routes/evolutions.ts'
import { liveArenaRoutes } from '../arena/routes/live.ts'
import { liveArenaPlayRoutes } from '../arena/routes/live-play.ts'
import { arenaPlayRoutes } from '../arena/routes/play.ts'
import { arenaPlayerRoutes } from '../arena/routes/player.ts'
import { reportRoutes } from '../automations/outgoing/routes.ts'
import { automationRoutes } from '../automations/routes/automations.ts'
import { deliveryRoutes } from '../automations/routes/deliveries.ts'
import { hookRoutes } from '../automations/routes/hooks.ts'
import { scheduleTimesRoutes } from '../automations/routes/schedule-times.ts'
import { computerRoutes } from '../computers/routes/computers.ts'
import { pairingRoutes } from '../computers/routes/pairing.ts'
import { relayTokenRoutes } from '../computers/routes/relay-tokens.ts'
import { seatRoutes } from '../computers/routes/seats.ts'
import { connectionRoutes } from '../mcp/routes/connections.ts'
import { mcpRoutes } from '../mcp/routes/mcp.ts'
import { mcpSignInRoutes } from '../mcp-servers/oauth/routes.ts'
import { mcpServerRoutes } from '../mcp-servers/routes.ts'
import { modelEndpointRoutes } from '../models/routes/endpoints.ts'
import { keyRoutes } from '../models/routes/keys.ts'
import { modelFactsRoutes } from '../models/routes/model-facts.ts'
import { modelListRoutes } from '../models/routes/model-lists.ts'
import { modelRoutes } from '../models/routes/models.ts'
import { searchKeyRoutes } from '../models/routes/search-keys.ts'
import { pushRoutes } from '../push/routes.ts'
import { copyRoutes } from '../sharing/routes/copies.ts'
import { exportRoutes } from '../sharing/routes/exports.ts'
import { shareLinkRoutes } from '../sharing/routes/share-links.ts'
import { sharePageRoutes } from '../sharing/routes/share-pages.ts'
import { shareRoutes } from '../sharing/routes/shares.ts'
import { accountRoutes } from './account.ts'
import { apiTokenRoutes } from './api-tokens.ts'
import { auditRoutes } from './audit.ts'
import { authRoutes } from './auth.ts'
import { blobRoutes } from './blobs.ts'
import { branchRoutes } from './branches.ts'
import { changeRoutes } from './changes.ts'
import { contextRoutes } from './context.ts'
import { conversationRoutes } from './conversations.ts'
import { dollarBudgetRoutes } from './dollar-budgets.ts'
import { grantRoutes } from './grants.ts'
import { healthRoutes } from './health.ts'
import { invitationRoutes } from './invitations.ts'
import { mailLinkRoutes } from './mail-link.ts'
import { memberRoutes } from './members.ts'
import { messageRoutes } from './messages.ts'
import { needsYouRoutes } from './needs-you.ts'
import { openApiRoute } from './openapi.ts'
import { operatorRoutes } from './operator.ts'
import { passkeyRoutes } from './passkeys.ts'
import { projectRoutes } from './projects.ts'
import { revertRoutes } from './reverts.ts'
import type { Route } from './route.ts'
import { signInRoutes } from './sign-in.ts'
import { skillRoutes } from './skills.ts'
import { socketRoutes } from './sockets.ts'
import { subAgentRoutes } from './sub-agents.ts'
import { trashRoutes } from './trash.ts'
import { trialRoutes } from './trial.ts'
import { usageRoutes } from './usage.ts'
import { wayInRoutes } from './ways-in.ts'

export const routes: readonly Route[] = [
	...healthRoutes,
	...modelRoutes,
	...modelListRoutes,
	...modelFactsRoutes,
	...keyRoutes,
	...searchKeyRoutes,
	...modelEndpointRoutes,
	...skillRoutes,
	...authRoutes,
	...apiTokenRoutes,
	...signInRoutes,
	...accountRoutes,
	...arenaPlayerRoutes,
	...arenaPlayRoutes,
	...liveArenaRoutes,
	...liveArenaPlayRoutes,
	...evolutionRoutes,
	...passkeyRoutes,
	...wayInRoutes,
	...mailLinkRoutes,
	...trialRoutes,
	...projectRoutes,
	...memberRoutes,
	...invitationRoutes,
	...changeRoutes,
	...auditRoutes(() => routes),
	...relayTokenRoutes,
	...pairingRoutes,
	...computerRoutes,
	...seatRoutes,
	...grantRoutes,
	...conversationRoutes,
	...trashRoutes,
	...branchRoutes,
	...copyRoutes,
	...messageRoutes,
	...contextRoutes,
	...subAgentRoutes,
	...revertRoutes,
	...blobRoutes,
	...exportRoutes,
	...shareRoutes,
	...shareLinkRoutes,
	...sharePageRoutes,
	...socketRoutes,
	...pushRoutes,
	...automationRoutes,
	...scheduleTimesRoutes,
	...deliveryRoutes,
	...reportRoutes,
	...hookRoutes,
	...connectionRoutes,
	...mcpRoutes,
	...mcpServerRoutes,
	...mcpSignInRoutes,
	...usageRoutes,
	...dollarBudgetRoutes,
	...needsYouRoutes,
	...operatorRoutes,
	openApiRoute(() => routes),
]
