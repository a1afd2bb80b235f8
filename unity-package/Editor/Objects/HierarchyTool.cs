#nullable enable
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
using Fairlead.Core;
using Fairlead.Editor.Addressing;
using Fairlead.Editor.History;
using Fairlead.Editor.Values;
using Newtonsoft.Json.Linq;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Fairlead.Editor.Objects
{
    /// <summary><c>unity_hierarchy</c>: creating and arranging GameObjects. Angles are degrees, positions local to the parent.</summary>
    internal sealed class HierarchyTool : AgentTool, IBatchable
    {
        private const int MaxReference = 1_000;
        private const int MaxName = 200;

        /// <summary>Ways to write the root that are no object: in a batch, arguments are checked here only.</summary>
        private static readonly Regex NoParent = new Regex(@"\A(null|none|undefined|root|scene|/*)\z", RegexOptions.IgnoreCase);

        internal HierarchyTool()
            : base("unity_hierarchy")
        {
        }

        /// <inheritdoc/>
        public override bool MayRunAgain(JObject arguments) => false;

        /// <inheritdoc/>
        public override ToolReply Run(ToolCall call) => ToolReply.Ok(PlayNotice.On(Execute(new ToolArguments(call))));

        /// <inheritdoc/>
        public JToken Execute(ToolArguments arguments)
        {
            switch (arguments.Action("create", "duplicate", "destroy", "rename", "reparent", "move_scene", "set_active", "set_transform",
                "set_tag_layer"))
            {
                case "create": return Create(arguments);
                case "duplicate": return Duplicate(arguments);
                case "destroy": return Destroy(arguments);
                case "rename": return Rename(arguments);
                case "reparent": return Reparent(arguments);
                case "move_scene": return MoveScene(arguments);
                case "set_active": return SetActive(arguments);
                case "set_transform": return SetTransform(arguments);
                default: return SetTagLayer(arguments);
            }
        }

        private static JObject Create(ToolArguments arguments)
        {
            var name = arguments.OptionalText("name", 1, MaxName);
            var type = arguments.OptionalChoice("primitive_type", "Empty", NewObjects.Types.Concat(UiObjects.Types).ToArray())!;
            var parent = arguments.OptionalText("parent_id", 1, MaxReference);
            var pose = new ObjectPose(arguments);
            var components = arguments.OptionalTexts("components", 16, 0, 200);
            arguments.End();
            var above = parent == null ? null : ObjectFinder.Need(parent);
            var types = (components ?? new List<string>()).Select(ComponentTypes.Need).ToList();
            var (obj, note) = Array.IndexOf(UiObjects.Types, type) >= 0
                ? UiObjects.Create(type, name, above) : (NewObjects.Create(type, name, above), null);
            UndoSteps.Doing = $"Create {obj.name}";
            pose.Apply(obj.transform, false);
            var own = ObjectFacts.ComponentNames(obj);
            foreach (var component in types)
                if (obj.GetComponent(component) == null) ComponentChanges.Add(obj, component);
            var result = ObjectFacts.Result(obj);
            ComponentTool.AlsoAdded(result, obj, own, types.Select(type => type.Name).ToArray());
            if (note != null) ToolNote.Add(result, note);
            return result;
        }

        private static JObject Duplicate(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var name = arguments.OptionalText("name", 1, MaxName);
            var position = arguments.OptionalVector3("position");
            arguments.End();
            var source = ObjectFinder.Need(reference);
            PrefabRules.RefuseStageRoot(source, "duplicated");
            var copy = NewObjects.Duplicate(source);
            UndoSteps.Doing = $"Duplicate {source.name}";
            if (name != null) copy.name = name;
            if (position != null) copy.transform.localPosition = ObjectPose.Vector(position);
            return ObjectFacts.Result(copy);
        }

        private static JObject Destroy(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            arguments.End();
            var obj = ObjectFinder.Need(reference);
            PrefabRules.RefuseInside(obj, "destroyed");
            PrefabRules.RefuseStageRoot(obj, "destroyed");
            var result = ObjectFacts.Result(obj);
            result["destroyedCount"] = ScenePaths.Count(obj);
            UndoSteps.Doing = $"Delete {obj.name}";
            Undo.DestroyObjectImmediate(obj);
            return result;
        }

        private static JObject Rename(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var name = arguments.Text("name", 1, MaxName);
            arguments.End();
            var obj = ObjectFinder.Need(reference);
            var previous = obj.name;
            UndoSteps.Doing = $"Rename {previous}";
            Undo.RecordObject(obj, UndoSteps.Doing);
            obj.name = name;
            Touched.Properties(obj);
            var result = ObjectFacts.Result(obj);
            result["previousName"] = previous;
            return result;
        }

        private const string ToRoot = "Write null, without quotes, for the root of the scene; else an object id or /path.";

        private static JObject Reparent(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var parentReference = arguments.NullableText("parent_id", ToRoot, 0, MaxReference);
            var index = arguments.OptionalInteger("sibling_index", 0);
            var worldStays = arguments.Flag("world_position_stays", true);
            arguments.End();
            if (parentReference != null && NoParent.IsMatch(parentReference))
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"unity_hierarchy reparent: parent_id: {ToRoot}");
            var obj = ObjectFinder.Need(reference);
            PrefabRules.RefuseInside(obj, "moved");
            var parent = parentReference == null ? null : ObjectFinder.Need(parentReference).transform;
            if (parent != null && parent.IsChildOf(obj.transform))
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"{obj.name}\" cannot become a child of \"{parent.name}\": that is itself or below it.");
            PrefabRules.RefuseLeavingStage(obj, parent == null ? SceneManager.GetActiveScene() : parent.gameObject.scene, "moved");
            UndoSteps.Doing = $"Reparent {obj.name}";
            Undo.SetTransformParent(obj.transform, parent, worldStays, UndoSteps.Doing);
            if (index != null) Undo.SetSiblingIndex(obj.transform, index.Value, UndoSteps.Doing);
            Touched.Properties(obj.transform);
            var result = ObjectFacts.Result(obj);
            result["parentId"] = parent == null ? null : ObjectIds.Of(parent.gameObject);
            result["siblingIndex"] = obj.transform.GetSiblingIndex();
            return result;
        }

        private static JObject MoveScene(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var sceneName = arguments.Text("target_scene", 1, 400);
            arguments.End();
            var obj = ObjectFinder.Need(reference);
            if (obj.transform.parent != null)
                throw new ToolFault(
                    CallErrorCode.InvalidArguments,
                    $"\"{obj.name}\" has a parent; only root objects change scenes.",
                    "Reparent it to null first, or move its root.");
            var scene = ObjectFinder.NeedScene(sceneName);
            PrefabRules.RefuseLeavingStage(obj, scene, "moved");
            UndoSteps.Doing = $"Move {obj.name}";
            Undo.MoveGameObjectToScene(obj, scene, UndoSteps.Doing);
            return ObjectFacts.Result(obj);
        }

        private static JObject SetActive(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var active = arguments.Flag("active");
            arguments.End();
            var obj = ObjectFinder.Need(reference);
            var previous = obj.activeSelf;
            UndoSteps.Doing = $"{(active ? "Show" : "Hide")} {obj.name}";
            Undo.RecordObject(obj, UndoSteps.Doing);
            obj.SetActive(active);
            Touched.Properties(obj);
            var result = ObjectFacts.Result(obj);
            result["previousActive"] = previous;
            result["active"] = obj.activeSelf;
            return result;
        }

        private static JObject SetTransform(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var pose = new ObjectPose(arguments);
            var world = arguments.OptionalChoice("space", "local", "local", "world") == "world";
            arguments.End();
            if (pose.IsEmpty) throw new ToolFault(CallErrorCode.InvalidArguments, "set_transform needs position, rotation or scale.");
            var obj = ObjectFinder.Need(reference);
            var previous = ObjectPose.Values(obj.transform, world);
            UndoSteps.Doing = $"Move {obj.name}";
            Undo.RecordObject(obj.transform, UndoSteps.Doing);
            pose.Apply(obj.transform, world);
            Touched.Properties(obj.transform);
            var result = ObjectFacts.Result(obj);
            result["previous"] = previous;
            result["current"] = ObjectPose.Values(obj.transform, world);
            return result;
        }

        private static JObject SetTagLayer(ToolArguments arguments)
        {
            var reference = arguments.Text("instance_id", 1, MaxReference);
            var tag = arguments.OptionalText("tag", 0, 100);
            var layerName = arguments.OptionalText("layer", 0, 100);
            var children = arguments.Flag("include_children", false);
            arguments.End();
            var obj = ObjectFinder.Need(reference);
            if (tag != null) TagsAndLayersOf.NeedTag(tag);
            var layer = layerName == null ? (int?)null : TagsAndLayersOf.NeedLayer(layerName);
            if (tag == null && layer == null) throw new ToolFault(CallErrorCode.InvalidArguments, "set_tag_layer needs a tag or a layer.");
            var (previousTag, previousLayer) = (obj.tag, obj.layer);
            UndoSteps.Doing = $"Tag {obj.name}";
            foreach (var changed in children ? ScenePaths.Tree(obj) : new[] { obj })
            {
                Undo.RecordObject(changed, UndoSteps.Doing);
                if (tag != null) changed.tag = tag;
                if (layer != null) changed.layer = layer.Value;
                Touched.Properties(changed);
            }
            var result = ObjectFacts.Result(obj);
            result["previousTag"] = previousTag;
            result["tag"] = obj.tag;
            result["previousLayer"] = ObjectFacts.LayerName(previousLayer);
            result["layer"] = ObjectFacts.LayerName(obj.layer);
            return result;
        }
    }
}
