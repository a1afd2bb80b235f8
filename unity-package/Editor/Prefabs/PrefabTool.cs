#nullable enable
using System;
using System.IO;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Assets;
using Fairlead.Editor.History;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Prefabs
{
    /// <summary>
    /// <c>unity_prefab</c>. What happens in the scene is in Unity's Undo; the prefab's file is not:
    /// the relay keeps the file of before.
    /// </summary>
    internal sealed class PrefabTool : AgentTool, IBatchable
    {
        private const int MaxReference = 1_000;
        private const int MaxName = 200;

        internal PrefabTool()
            : base("unity_prefab")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call) => ToolReply.Ok(Execute(new ToolArguments(call)));

        /// <inheritdoc/>
        public JToken Execute(ToolArguments arguments)
        {
            switch (arguments.Action("instantiate", "instantiate_by_name", "create_asset", "modify_asset", "apply", "revert", "unpack"))
            {
                case "instantiate": return Instantiate(arguments);
                case "instantiate_by_name": return InstantiateByName(arguments);
                case "create_asset": return CreateAsset(arguments);
                case "modify_asset": return ModifyAsset(arguments);
                case "apply": return Apply(arguments);
                case "revert": return Revert(arguments);
                default: return Unpack(arguments);
            }
        }

        private static JObject Instantiate(ToolArguments arguments)
        {
            var path = arguments.AssetPath("asset_path");
            var name = arguments.OptionalText("name", 0, MaxName);
            return Place(arguments, () => AssetFiles.NeedAny(path), name);
        }

        private static JObject InstantiateByName(ToolArguments arguments)
        {
            var wanted = arguments.Text("prefab_name", 1, MaxName);
            return Place(arguments, () => NamedPrefab(wanted), null);
        }

        private static string NamedPrefab(string wanted)
        {
            var prefabs = AssetDatabase.FindAssets("t:Prefab", new[] { "Assets" }).Select(AssetDatabase.GUIDToAssetPath).OrderBy(p => p, StringComparer.Ordinal).ToList();
            var found = prefabs.Where(p => string.Equals(Path.GetFileNameWithoutExtension(p), wanted, StringComparison.OrdinalIgnoreCase)).ToList();
            if (found.Count == 1) return found[0];
            if (found.Count > 1)
                throw new ToolFault(
                    CallErrorCode.Ambiguous,
                    $"{found.Count} prefabs are named \"{wanted}\".",
                    "Use instantiate with one of the paths.",
                    new JObject { ["paths"] = new JArray(found) });
            throw new ToolFault(
                CallErrorCode.NotFound,
                $"There is no prefab named \"{wanted}\".",
                "Search with unity_query search_assets, asset_type \"Prefab\".",
                new JObject { ["nearest"] = new JArray(Nearest.Of(wanted, prefabs.Select(Path.GetFileNameWithoutExtension))) });
        }

        private static JObject Place(ToolArguments arguments, Func<string> find, string? name)
        {
            var parentReference = arguments.OptionalText("parent_id", 1, MaxReference);
            var position = arguments.OptionalVector3("position");
            var rotation = arguments.OptionalVector3("rotation");
            arguments.End();
            var path = find();
            var prefab = NeedPrefab(path);
            var parent = parentReference == null ? null : ObjectFinder.Need(parentReference).transform;
            var placed = parent == null ? PrefabUtility.InstantiatePrefab(prefab) : PrefabUtility.InstantiatePrefab(prefab, parent);
            if (!(placed is GameObject instance))
                throw new ToolFault(CallErrorCode.Internal, $"Unity could not make an instance of {path}.", "Look at the console.");
            if (string.IsNullOrEmpty(name)) GameObjectUtility.EnsureUniqueNameForSibling(instance);
            else instance.name = name;
            if (position != null) instance.transform.localPosition = VectorOf(position);
            if (rotation != null) instance.transform.localRotation = Quaternion.Euler(VectorOf(rotation));
            PrefabUtility.RecordPrefabInstancePropertyModifications(instance.transform);
            UndoSteps.Doing = $"Instantiate {instance.name}";
            Undo.RegisterCreatedObjectUndo(instance, UndoSteps.Doing);
            return Result(instance, path);
        }

        private static JObject CreateAsset(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var wanted = arguments.AssetPath("asset_path");
            var overwrite = arguments.Flag("overwrite", false);
            arguments.End();
            var obj = ObjectFinder.Need(reference);
            PrefabRules.RefuseInside(obj, "made a prefab of its own");
            var target = AssetFiles.Checked(wanted);
            PrefabStages.RefuseChanges(target);
            if (overwrite && AssetFiles.Exists(target)) NeedPrefab(target);
            else target = AssetFiles.Vacant(target, ".prefab");
            AssetFiles.MakeFolder(AssetFiles.FolderOf(target));
            UndoSteps.Doing = $"Create Prefab {obj.name}";
            Undo.RegisterFullObjectHierarchyUndo(obj, UndoSteps.Doing);
            MaterialFiles.Keep(obj, target);
            // As if a person did it: only then Unity records the link itself in Undo. It asks nothing.
            PrefabUtility.SaveAsPrefabAssetAndConnect(obj, target, InteractionMode.UserAction, out var saved);
            if (!saved) throw NotSaved(target);
            return Result(obj, target);
        }

        private static JObject ModifyAsset(ToolArguments arguments)
        {
            var wanted = arguments.AssetPath("asset_path");
            var inner = arguments.OptionalText("target_path", 0, MaxReference);
            var type = arguments.Text("component_type", 1, MaxName);
            var properties = arguments.Record("properties");
            arguments.End();
            var path = AssetFiles.Need(wanted);
            NeedPrefab(path);
            PrefabStages.RefuseChanges(path);
            var root = PrefabUtility.LoadPrefabContents(path);
            try
            {
                var obj = ObjectFinder.Need(InnerPath(root, inner), root);
                var component = ObjectFinder.NeedComponent(obj, type, 0);
                var result = new JObject
                {
                    // Objects of the file have no id that outlives this call.
                    ["componentId"] = "0",
                    ["componentType"] = component.GetType().Name,
                    ["gameObjectId"] = "0",
                    ["gameObjectName"] = obj.name,
                };
                result.Merge(ComponentValues.Apply(component, properties, root));
                PrefabUtility.SaveAsPrefabAsset(root, path, out var saved);
                if (!saved) throw NotSaved(path);
                result["assetPath"] = path;
                result["instancesUpdated"] = PrefabUtility.FindAllInstancesOfPrefab(NeedPrefab(path)).Length;
                Undo.ClearUndo(component);
                return result;
            }
            finally
            {
                PrefabUtility.UnloadPrefabContents(root);
            }
        }

        private static JObject Apply(ToolArguments arguments)
        {
            var root = NeedInstance(arguments, "Apply");
            var path = AssetPathOf(root);
            var count = PrefabOverrides.Count(root);
            if (count > 0)
            {
                PrefabStages.RefuseChanges(path);
                MaterialFiles.Keep(root, path);
                PrefabUtility.ApplyPrefabInstance(root, InteractionMode.AutomatedAction);
            }
            var result = Result(root, path);
            result["appliedOverrides"] = count;
            return result;
        }

        private static JObject Revert(ToolArguments arguments)
        {
            var root = NeedInstance(arguments, "Revert");
            var path = AssetPathOf(root);
            var count = PrefabOverrides.Count(root);
            if (count > 0) PrefabUtility.RevertPrefabInstance(root, InteractionMode.AutomatedAction);
            var result = Result(root, path);
            result["revertedOverrides"] = count;
            return result;
        }

        private static JObject Unpack(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var completely = arguments.Flag("completely", false);
            arguments.End();
            var obj = ObjectFinder.Need(reference);
            var root = RootOf(obj);
            if (root != obj)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"{obj.name}\" is inside a prefab instance.",
                    $"Unpack its root, {ObjectIds.Of(root)} (\"{root.name}\").");
            UndoSteps.Doing = $"Unpack {obj.name}";
            Undo.RegisterFullObjectHierarchyUndo(obj, UndoSteps.Doing);
            PrefabUtility.UnpackPrefabInstance(obj, completely ? PrefabUnpackMode.Completely : PrefabUnpackMode.OutermostRoot, InteractionMode.UserAction);
            return ObjectFacts.Result(obj);
        }

        private static GameObject NeedInstance(ToolArguments arguments, string what)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            arguments.End();
            var root = RootOf(ObjectFinder.Need(reference));
            if (PrefabUtility.IsPrefabAssetMissing(root))
                throw new ToolFault(CallErrorCode.NotFound, $"The prefab asset of \"{root.name}\" is missing.", "Unpack the instance, or restore the asset.");
            UndoSteps.Doing = $"{what} {root.name}";
            Undo.RegisterFullObjectHierarchyUndo(root, UndoSteps.Doing);
            return root;
        }

        private static GameObject RootOf(GameObject obj)
        {
            var root = PrefabUtility.GetOutermostPrefabInstanceRoot(obj);
            if (root != null) return root;
            throw new ToolFault(
                CallErrorCode.InvalidArguments,
                $"\"{obj.name}\" is not part of a prefab instance.",
                "Make a prefab of it with unity_prefab create_asset, or name an instance.");
        }

        private static GameObject NeedPrefab(string path)
        {
            var type = AssetFiles.TypeOf(path);
            if (type != "Prefab" && type != "Model") throw new ToolFault(CallErrorCode.InvalidArguments, $"{path} is a {type}, not a prefab.");
            var prefab = AssetDatabase.LoadAssetAtPath<GameObject>(path);
            if (prefab != null) return prefab;
            throw new ToolFault(CallErrorCode.Unsupported, $"{path} cannot be read as a prefab.", "The file is damaged or was not written by this editor; use another one.");
        }

        /// <summary>With the root's name in front, whether or not it was given.</summary>
        private static string InnerPath(GameObject root, string? wanted)
        {
            var inner = (wanted ?? "").TrimStart('/');
            if (inner.Length == 0) return "/" + root.name;
            return inner == root.name || inner.StartsWith(root.name + "/", StringComparison.Ordinal) ? "/" + inner : $"/{root.name}/{inner}";
        }

        private static string AssetPathOf(GameObject root) => PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(root);

        private static JObject Result(GameObject obj, string path)
        {
            var result = ObjectFacts.Result(obj);
            result["assetPath"] = path;
            return result;
        }

        private static Vector3 VectorOf(double[] numbers) => new Vector3((float)numbers[0], (float)numbers[1], (float)numbers[2]);

        private static ToolFault NotSaved(string path) =>
            new ToolFault(
                CallErrorCode.Internal,
                $"The prefab could not be saved at {path}.",
                "Is the disk full or the file write-protected? The file of before is still there; look at the console.");
    }
}
