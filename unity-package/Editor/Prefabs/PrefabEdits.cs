#nullable enable
using System;
using System.Linq;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.Assets;
using Fairlead.Editor.Objects;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;

namespace Fairlead.Editor.Prefabs
{
    /// <summary>Single changes of a prefab's contents while they are loaded.</summary>
    internal sealed class PrefabEdits
    {
        private const int MaxPath = 1_000;
        private const int MaxName = 200;

        private static readonly string[] Ops =
        {
            "add_child", "remove_child", "rename", "reparent", "set_transform", "add_component", "remove_component", "modify_component",
        };

        private readonly GameObject root;
        private readonly string path;

        /// <param name="root">Of the loaded contents.</param>
        /// <param name="path">Of the asset.</param>
        internal PrefabEdits(GameObject root, string path)
        {
            this.root = root;
            this.path = path;
        }

        /// <returns><c>op</c>, <c>path</c> inside the prefab, and for values <c>results</c>.</returns>
        internal JObject Apply(JObject edit)
        {
            var arguments = new ToolArguments("edit_asset", edit);
            var op = arguments.Choice("op", Ops);
            var target = arguments.OptionalText("target_path", 0, MaxPath);
            switch (op)
            {
                case "add_child": return AddChild(arguments, op, target);
                case "remove_child": return RemoveChild(arguments, op, target);
                case "rename": return Rename(arguments, op, target);
                case "reparent": return Reparent(arguments, op, target);
                case "set_transform": return SetTransform(arguments, op, target);
                case "add_component": return AddComponent(arguments, op, target);
                case "remove_component": return RemoveComponent(arguments, op, target);
                case "modify_component": return ModifyComponent(arguments, op, target);
                default:
                    // Not one of them: this says so.
                    arguments.End();
                    throw new ToolFault(CallErrorCode.InvalidArguments, "An edit needs \"op\".");
            }
        }

        private JObject AddChild(ToolArguments arguments, string op, string? target)
        {
            var name = arguments.OptionalText("name", 1, MaxName);
            var type = arguments.OptionalChoice("primitive_type", null, NewObjects.Types);
            var nested = arguments.OptionalAssetPath("prefab_path");
            var pose = new ObjectPose(arguments);
            arguments.End();
            var parent = Need(target);
            if (nested != null && type != null)
                throw new ToolFault(CallErrorCode.InvalidArguments, "add_child takes primitive_type or prefab_path, not both.");
            var child = nested == null ? NewObjects.Create(type ?? "Empty", name, parent) : Nest(nested, name, parent);
            pose.Apply(child.transform, false);
            return Done(op, child);
        }

        private GameObject Nest(string wanted, string? name, GameObject parent)
        {
            var source = AssetFiles.NeedAny(wanted);
            var prefab = PrefabAssets.Need(source);
            if (source == path || AssetDatabase.GetDependencies(source, true).Contains(path))
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"{path} cannot contain {source}: that is itself, or contains it already.",
                    "Nest another prefab.");
            var child = PrefabAssets.Placed(PrefabUtility.InstantiatePrefab(prefab, parent.transform), source);
            if (name != null) child.name = name;
            else GameObjectUtility.EnsureUniqueNameForSibling(child);
            return child;
        }

        private JObject RemoveChild(ToolArguments arguments, string op, string? target)
        {
            arguments.End();
            var obj = NeedChild(target, "removed");
            var done = Done(op, obj);
            Undo.DestroyObjectImmediate(obj);
            return done;
        }

        private JObject Rename(ToolArguments arguments, string op, string? target)
        {
            var name = arguments.Text("name", 1, MaxName);
            arguments.End();
            var obj = Need(target);
            if (obj == root)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments, "The root of a prefab is named after its file.",
                        "Rename the file with unity_asset move.");
            obj.name = name;
            Touched.Properties(obj);
            return Done(op, obj);
        }

        private JObject Reparent(ToolArguments arguments, string op, string? target)
        {
            var parentPath = arguments.OptionalText("parent_path", 0, MaxPath);
            arguments.End();
            var obj = NeedChild(target, "moved");
            var parent = Need(parentPath);
            if (parent.transform.IsChildOf(obj.transform))
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"{obj.name}\" cannot become a child of \"{parent.name}\": that is itself or below it.");
            obj.transform.SetParent(parent.transform, true);
            return Done(op, obj);
        }

        private JObject SetTransform(ToolArguments arguments, string op, string? target)
        {
            var pose = new ObjectPose(arguments);
            arguments.End();
            if (pose.IsEmpty) throw new ToolFault(CallErrorCode.InvalidArguments, "set_transform needs position, rotation or scale.");
            var obj = Need(target);
            pose.Apply(obj.transform, false);
            Touched.Properties(obj.transform);
            return Done(op, obj);
        }

        private JObject AddComponent(ToolArguments arguments, string op, string? target)
        {
            var type = arguments.Text("component_type", 1, MaxName);
            var properties = arguments.OptionalRecord("properties");
            arguments.End();
            var obj = Need(target);
            var component = ComponentChanges.Add(obj, ComponentTypes.Need(type));
            return With(op, obj, component, properties ?? new JObject());
        }

        private JObject RemoveComponent(ToolArguments arguments, string op, string? target)
        {
            var type = arguments.Text("component_type", 1, MaxName);
            arguments.End();
            var obj = Need(target);
            ComponentChanges.Remove(ObjectFinder.NeedComponent(obj, type, 0));
            return Done(op, obj);
        }

        private JObject ModifyComponent(ToolArguments arguments, string op, string? target)
        {
            var type = arguments.Text("component_type", 1, MaxName);
            var properties = arguments.Record("properties");
            arguments.End();
            var obj = Need(target);
            return With(op, obj, ObjectFinder.NeedComponent(obj, type, 0), properties);
        }

        private JObject With(string op, GameObject obj, Component component, JObject properties)
        {
            var report = ComponentValues.Apply(component, properties, root);
            Touched.Properties(component);
            var done = Done(op, obj);
            done["results"] = report["results"];
            return done;
        }

        private JObject Done(string op, GameObject obj) => new JObject { ["op"] = op, ["path"] = PrefabContents.PathIn(root, obj) };

        private GameObject Need(string? inner) => ObjectFinder.Need(PrefabAssets.InnerPath(root, inner), root);

        private GameObject NeedChild(string? inner, string what)
        {
            var obj = Need(inner);
            if (obj == root)
                throw new ToolFault(CallErrorCode.InvalidArguments, $"The root of a prefab cannot be {what}.",
                "Specify a child in target_path.");
            PrefabRules.RefuseInside(obj, what);
            return obj;
        }
    }
}
