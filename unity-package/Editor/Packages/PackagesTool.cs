#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Calls;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEditor.PackageManager;
using UnityEditor.PackageManager.Requests;
using PackageInfo = UnityEditor.PackageManager.PackageInfo;

namespace Fairlead.Editor.Packages
{
    /// <summary>
    /// <c>unity_packages</c>. Unity's Package Manager answers some ticks later; when a package brings scripts,
    /// the domain may reload before it has: the next one looks what became of the wish.
    /// </summary>
    internal sealed class PackagesTool : AgentTool
    {
        private const int MaxIdLength = 400;
        private const int MaxQueryLength = 200;

        /// <summary>Search results that a model can still read.</summary>
        private const int MaxFound = 50;

        internal PackagesTool()
            : base("unity_packages")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments)
        {
            var action = Json.Text(arguments, "action");
            return action != "add" && action != "remove";
        }

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var arguments = new ToolArguments(call);
            switch (arguments.Action("list", "search", "add", "remove"))
            {
                case "list":
                    arguments.End();
                    return List(call);
                case "search":
                    var query = arguments.Text("search_query", 1, MaxQueryLength);
                    arguments.End();
                    return Search(call, query);
                case "add":
                    var id = arguments.Text("package_id", 1, MaxIdLength);
                    arguments.End();
                    return Add(call, id);
                default:
                    var name = arguments.Text("package_id", 1, MaxIdLength);
                    arguments.End();
                    return Remove(call, NameOf(name));
            }
        }

        /// <inheritdoc/>
        public override void Check(ToolArguments arguments)
        {
            if (arguments.Action("list", "search", "add", "remove") == "add") RefusePlayMode("added");
        }

        /// <inheritdoc/>
        public override ToolReply? Resume(ToolCall call)
        {
            var id = Json.Text(call.Arguments, "package_id");
            if (id == null) return null;
            var adds = Json.Text(call.Arguments, "action") == "add";
            var request = Client.List(true, false);
            return DeferredCall.Until(call, () =>
            {
                if (!IsDone(request)) return null;
                var found = request.Result.FirstOrDefault(package => IsMeant(package, id));
                if (adds && found != null) return CallOutcome.Ok(new JObject { ["package"] = ToJson(found) });
                if (!adds && found == null) return CallOutcome.Ok(new JObject { ["removed"] = NameOf(id) });
                return CallOutcome.Failed(
                    CallErrorCode.EffectUnknown,
                    adds
                        ? $"The editor reloaded its scripts while {id} was added, and it is not among the installed packages."
                        : $"The editor reloaded its scripts while {NameOf(id)} was removed, and it is still installed.",
                    "Look with unity_packages list and read_console_logs, then ask again if it is still wanted.");
            });
        }

        private static ToolReply List(ToolCall call)
        {
            var request = Client.List(true, false);
            return DeferredCall.Until(call, () =>
                IsDone(request) ? CallOutcome.Ok(Packages(request.Result.OrderBy(p => p.name, StringComparer.Ordinal))) : null);
        }

        private static ToolReply Search(ToolCall call, string query)
        {
            // Client.Search finds one package by its exact name only.
            var request = Client.SearchAll(false);
            return DeferredCall.Until(call, () =>
            {
                if (!IsDone(request)) return null;
                return CallOutcome.Ok(Packages(request.Result.Where(p => Has(p, query)).Take(MaxFound)));
            });
        }

        private static ToolReply Add(ToolCall call, string id)
        {
            RefusePlayMode("added");
            var request = Client.Add(id);
            return DeferredCall.Until(call, () =>
                IsDone(request) ? CallOutcome.Ok(new JObject { ["package"] = ToJson(request.Result) }) : null);
        }

        private static ToolReply Remove(ToolCall call, string name)
        {
            RefusePlayMode("removed");
            // Asked first: what Unity says of an unknown name is of no help.
            var list = Client.List(true, false);
            RemoveRequest? request = null;
            return DeferredCall.Until(call, () =>
            {
                if (request == null)
                {
                    if (!IsDone(list)) return null;
                    var names = list.Result.Select(p => p.name).ToList();
                    if (!names.Contains(name)) throw NotInstalled(name, names);
                    request = Client.Remove(name);
                    return null;
                }
                return IsDone(request) ? CallOutcome.Ok(new JObject { ["removed"] = name }) : null;
            });
        }

        /// <exception cref="ToolFault">The request failed.</exception>
        private static bool IsDone(Request request)
        {
            if (!request.IsCompleted) return false;
            if (request.Status == StatusCode.Success) return true;
            var code = request.Error?.errorCode ?? ErrorCode.Unknown;
            throw new ToolFault(
                CodeOf(code),
                $"The Package Manager says: {request.Error?.message ?? "it failed without a reason"}",
                HintOf(code));
        }

        private static CallErrorCode CodeOf(ErrorCode code)
        {
            switch (code)
            {
                case ErrorCode.NotFound:
                    return CallErrorCode.NotFound;
                case ErrorCode.InvalidParameter:
                    return CallErrorCode.InvalidArguments;
                case ErrorCode.Forbidden:
                    return CallErrorCode.Denied;
                case ErrorCode.Conflict:
                    return CallErrorCode.Conflict;
                default:
                    return CallErrorCode.Internal;
            }
        }

        private static string HintOf(ErrorCode code)
        {
            switch (code)
            {
                case ErrorCode.NotFound:
                    return "Look for its name with unity_packages search.";
                case ErrorCode.InvalidParameter:
                    return "Give a name (com.unity.cinemachine), name@version, or a Git URL.";
                case ErrorCode.Forbidden:
                    return "The user must sign in to that registry in Unity.";
                default:
                    return "Ask the user to look into Unity's Package Manager window; the machine may be offline, or Git may be missing.";
            }
        }

        private static void RefusePlayMode(string done)
        {
            if (EditorApplication.isPlayingOrWillChangePlaymode)
                throw new ToolFault(
                    CallErrorCode.InPlayMode, $"Packages cannot be {done} in play mode.", "Leave it first with unity_play exit.");
        }

        private static ToolFault NotInstalled(string name, IReadOnlyList<string> names) =>
            new ToolFault(
                CallErrorCode.NotFound,
                $"The package \"{name}\" is not installed.",
                "unity_packages list shows the installed packages.",
                new JObject { ["nearest"] = new JArray(Nearest.Of(name, names)) });

        /// <summary>Whether an installed package is the one that was asked for: by name, or by where it came from.</summary>
        private static bool IsMeant(PackageInfo package, string id) =>
            package.name == NameOf(id) || package.packageId == id || package.packageId.EndsWith("@" + id, StringComparison.Ordinal);

        private static string NameOf(string id) => id.StartsWith("git@", StringComparison.Ordinal) ? id : id.Split('@')[0];

        private static bool Has(PackageInfo package, string query) =>
            package.name.IndexOf(query, StringComparison.OrdinalIgnoreCase) >= 0
            || (package.displayName ?? "").IndexOf(query, StringComparison.OrdinalIgnoreCase) >= 0;

        private static JObject Packages(IEnumerable<PackageInfo> packages) =>
            new JObject { ["packages"] = new JArray(packages.Select(ToJson)) };

        private static JObject ToJson(PackageInfo package) =>
            new JObject
            {
                ["name"] = package.name,
                ["version"] = package.version,
                ["displayName"] = string.IsNullOrEmpty(package.displayName) ? package.name : package.displayName,
                ["source"] = package.source.ToString().ToLowerInvariant(),
            };
    }
}
