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
using Object = UnityEngine.Object;

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

        /// <summary>Maximum number of overrides listed in an error.</summary>
        private const int MaxListed = 20;

        internal PrefabTool()
            : base("unity_prefab")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) =>
            Json.Text(arguments, "action") is "inspect_asset" or "list_overrides";

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call)
        {
            var result = Execute(new ToolArguments(call));
            return ToolReply.Ok(Json.Text(call.Arguments, "action") is "modify_asset" or "edit_asset" or "inspect_asset" or "list_overrides"
                or "create_variant" ? result : PlayNotice.On(result));
        }

        /// <inheritdoc/>
        public JToken Execute(ToolArguments arguments)
        {
            switch (arguments.Action(
                "instantiate", "instantiate_by_name", "create_asset", "modify_asset", "inspect_asset", "edit_asset", "create_variant",
                "list_overrides", "apply_override", "revert_override", "apply", "revert", "unpack"))
            {
                case "instantiate": return Instantiate(arguments);
                case "instantiate_by_name": return InstantiateByName(arguments);
                case "create_asset": return CreateAsset(arguments);
                case "modify_asset": return ModifyAsset(arguments);
                case "inspect_asset": return PrefabContents.Inspect(arguments);
                case "edit_asset": return PrefabContents.Edit(arguments);
                case "create_variant": return PrefabContents.CreateVariant(arguments);
                case "list_overrides": return ListOverrides(arguments);
                case "apply_override": return ApplyOne(arguments);
                case "revert_override": return RevertOne(arguments);
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
            var prefabs = AssetDatabase.FindAssets("t:Prefab", new[] { "Assets" }).Select(AssetDatabase.GUIDToAssetPath).OrderBy(p =>
                p, StringComparer.Ordinal).ToList();
            var found =
                prefabs.Where(p => string.Equals(Path.GetFileNameWithoutExtension(p), wanted, StringComparison.OrdinalIgnoreCase)).ToList();
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
            var prefab = PrefabAssets.Need(path);
            var parent = parentReference == null ? null : ObjectFinder.Need(parentReference).transform;
            var placed = parent == null ? PrefabUtility.InstantiatePrefab(prefab) : PrefabUtility.InstantiatePrefab(prefab, parent);
            var instance = PrefabAssets.Placed(placed, path);
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
            PrefabRules.RefuseInside(obj, "made into a separate prefab");
            var target = AssetFiles.Checked(wanted);
            PrefabStages.RefuseChanges(target);
            if (overwrite && AssetFiles.Exists(target)) PrefabAssets.Need(target);
            else target = AssetFiles.Vacant(target, ".prefab");
            AssetFiles.MakeFolder(AssetFiles.FolderOf(target));
            UndoSteps.Doing = $"Create Prefab {obj.name}";
            Undo.RegisterFullObjectHierarchyUndo(obj, UndoSteps.Doing);
            MaterialFiles.Keep(obj, target);
            FilesBefore.Writes(target);
            // UserAction lets Unity record the link itself in Undo, as for a person. It asks nothing.
            PrefabUtility.SaveAsPrefabAssetAndConnect(obj, target, InteractionMode.UserAction, out var saved);
            if (!saved) throw PrefabAssets.NotSaved(target);
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
            PrefabAssets.Need(path);
            PrefabStages.RefuseChanges(path);
            var root = PrefabUtility.LoadPrefabContents(path);
            try
            {
                var obj = ObjectFinder.Need(PrefabAssets.InnerPath(root, inner), root);
                var component = ObjectFinder.NeedComponent(obj, type, 0);
                var result = new JObject
                {
                    ["componentType"] = component.GetType().Name,
                    ["gameObjectName"] = obj.name,
                };
                result.Merge(ComponentValues.Apply(component, properties, root));
                FilesBefore.Writes(path);
                PrefabUtility.SaveAsPrefabAsset(root, path, out var saved);
                if (!saved) throw PrefabAssets.NotSaved(path);
                result["assetPath"] = path;
                result["instancesUpdated"] = PrefabUtility.FindAllInstancesOfPrefab(PrefabAssets.Need(path)).Length;
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
                FilesBefore.Writes(path);
                PrefabUtility.ApplyPrefabInstance(root, InteractionMode.AutomatedAction);
            }
            var result = Result(root, path);
            result["appliedOverrides"] = count;
            return result;
        }

        private static JObject ListOverrides(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var limit = arguments.Integer("limit", 1, 200, 50);
            arguments.End();
            var root = RootOf(ObjectFinder.Need(reference));
            NeedAsset(root);
            var all = PrefabOverrides.List(root);
            return new JObject
            {
                ["assetPath"] = AssetPathOf(root),
                ["overrides"] = new JArray(all.Take(limit)),
                ["total"] = all.Count,
            };
        }

        private static JObject ApplyOne(ToolArguments arguments)
        {
            var (obj, target, name) = NeedOverride(arguments, "Apply");
            var path = AssetPathOf(obj);
            PrefabStages.RefuseChanges(path);
            FilesBefore.Writes(path);
            using (var serialized = new SerializedObject(target))
                PrefabUtility.ApplyPropertyOverride(
                    PropertyLocator.Find(target, serialized, name, false).Property!, path, InteractionMode.AutomatedAction);
            return OneResult(obj, path, name);
        }

        private static JObject RevertOne(ToolArguments arguments)
        {
            var (obj, target, name) = NeedOverride(arguments, "Revert");
            using (var serialized = new SerializedObject(target))
                PrefabUtility.RevertPropertyOverride(
                    PropertyLocator.Find(target, serialized, name, false).Property!, InteractionMode.AutomatedAction);
            return OneResult(obj, AssetPathOf(obj), name);
        }

        private static JObject OneResult(GameObject obj, string path, string name)
        {
            var result = Result(obj, path);
            result["property"] = name;
            return result;
        }

        /// <summary>The object, the component or the object itself, and the property's name; recorded in Undo.</summary>
        private static (GameObject Object, Object Target, string Name) NeedOverride(ToolArguments arguments, string what)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var type = arguments.Text("component_type", 1, MaxName);
            var name = arguments.Text("property", 1, MaxName);
            arguments.End();
            var obj = ObjectFinder.Need(reference);
            var root = RootOf(obj);
            NeedAsset(root);
            var target = type == nameof(GameObject) ? (Object)obj : ObjectFinder.NeedComponent(obj, type, 0);
            var path = ScenePaths.Of(obj);
            var all = PrefabOverrides.List(root);
            foreach (var one in all)
                if ((string)one["path"]! == path && (string?)one["component"] == target.GetType().Name && (string?)one["property"] == name)
                {
                    UndoSteps.Doing = $"{what} {name} of {obj.name}";
                    Undo.RegisterFullObjectHierarchyUndo(root, UndoSteps.Doing);
                    return (obj, target, name);
                }
            throw new ToolFault(
                CallErrorCode.NotFound,
                $"{name} of the {type} of \"{obj.name}\" is not overridden.",
                "Use a property from list_overrides. For added or removed parts, use apply or revert.",
                new JObject { ["overrides"] = new JArray(all.Take(MaxListed)) });
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
            PrefabUtility.UnpackPrefabInstance(obj, completely
                ? PrefabUnpackMode.Completely : PrefabUnpackMode.OutermostRoot, InteractionMode.UserAction);
            return ObjectFacts.Result(obj);
        }

        private static GameObject NeedInstance(ToolArguments arguments, string what)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            arguments.End();
            var root = RootOf(ObjectFinder.Need(reference));
            NeedAsset(root);
            UndoSteps.Doing = $"{what} {root.name}";
            Undo.RegisterFullObjectHierarchyUndo(root, UndoSteps.Doing);
            return root;
        }

        /// <exception cref="ToolFault"><c>not_found</c></exception>
        private static void NeedAsset(GameObject root)
        {
            if (PrefabUtility.IsPrefabAssetMissing(root))
                throw new ToolFault(CallErrorCode.NotFound, $"The prefab asset of \"{root.name}\" is missing.",
                    "Unpack the instance, or restore the asset. If its file is there, call unity_refresh, which imports it.");
        }

        private static GameObject RootOf(GameObject obj)
        {
            var root = PrefabUtility.GetOutermostPrefabInstanceRoot(obj);
            if (root != null) return root;
            throw new ToolFault(
                CallErrorCode.InvalidArguments,
                $"\"{obj.name}\" is not part of a prefab instance.",
                "Create a prefab from it with unity_prefab create_asset, or specify an instance.");
        }

        private static string AssetPathOf(GameObject root) => PrefabUtility.GetPrefabAssetPathOfNearestInstanceRoot(root);

        private static JObject Result(GameObject obj, string path)
        {
            var result = ObjectFacts.Result(obj);
            result["assetPath"] = path;
            return result;
        }

        private static Vector3 VectorOf(double[] numbers) => new Vector3((float)numbers[0], (float)numbers[1], (float)numbers[2]);
    }
}
