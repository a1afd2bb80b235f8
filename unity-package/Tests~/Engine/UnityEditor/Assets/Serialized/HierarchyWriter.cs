#nullable enable
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Newtonsoft.Json.Linq;
using UnityEngine;
using Object = UnityEngine.Object;

namespace Fairlead.Engine.Assets
{
    /// <summary>Writes objects with what hangs below them as JSON: the content of scene and prefab files.</summary>
    internal sealed class HierarchyWriter : IReferences
    {
        private readonly HierarchyView view;
        private readonly Func<Object, bool> isInFile;
        private readonly Func<Object, long> idOf;
        private readonly string ownGuid;
        private readonly List<Object> embedded = new List<Object>();
        private readonly Dictionary<long, Object> named = new Dictionary<long, Object>();

        /// <param name="isInFile">Of GameObjects and Components: whether they are written into this file.</param>
        /// <param name="idOf">The id that an object has in this file; gives one to what is new.</param>
        /// <param name="ownGuid">GUID of the file, where it is an asset that its own objects may name.</param>
        internal HierarchyWriter(HierarchyView view, Func<Object, bool> isInFile, Func<Object, long> idOf, string ownGuid = "")
        {
            this.view = view;
            this.isInFile = isInFile;
            this.idOf = idOf;
            this.ownGuid = ownGuid;
        }

        /// <summary>Called with each object's fields before they are kept; an apply leaves the root's place alone.</summary>
        internal Action<Object, JObject> Adjust { get; set; } = (_, _) => { };

        /// <summary>A scene's file holds what is nobody's asset; a prefab's does not, and loses the reference, as in Unity.</summary>
        internal bool MayEmbed { get; set; } = true;

        /// <summary>Objects of this file that were referred to, by id.</summary>
        internal IReadOnlyDictionary<long, Object> Named => named;

        internal JObject Node(GameObject obj)
        {
            if (MissingParts.PrefabOf(obj) is { } missing) return (JObject)missing.DeepClone();
            return view.IsInstanceRoot(obj) && view.SourceOf(obj) is GameObject source ? Instance(obj, source) : Plain(obj);
        }

        /// <summary>Objects that only live in this file: a material made for one renderer. Complete when all nodes are written.</summary>
        internal JArray Embedded()
        {
            var list = new JArray();
            // Grows while it is gone through: what is embedded may refer to more.
            for (var i = 0; i < embedded.Count; i++)
                list.Add(new JObject
                {
                    ["id"] = idOf(embedded[i]),
                    ["type"] = TypeNames.Of(embedded[i].GetType()),
                    ["name"] = embedded[i].name,
                    ["fields"] = Fields(embedded[i]),
                });
            return list;
        }

        public JObject? Name(Object referred)
        {
            if (referred is GameObject || referred is Component)
            {
                if (isInFile(referred)) return Own(referred);
                if (referred.AssetPath == null) return null;
            }
            if (AssetIds.TryGet(referred, out var guid, out var fileId))
                return guid == ownGuid ? new JObject { ["$id"] = fileId } : new JObject { ["$guid"] = guid, ["$id"] = fileId };
            if (referred.AssetPath != null || !MayEmbed) return null;
            if (!embedded.Contains(referred)) embedded.Add(referred);
            return Own(referred);
        }

        private JObject Own(Object referred)
        {
            var id = idOf(referred);
            named[id] = referred;
            return new JObject { ["$id"] = id };
        }

        public Object? Find(JObject name) => throw new NotSupportedException("A writer reads nothing.");

        internal static bool IsSaved(GameObject obj) => (obj.hideFlags & HideFlags.DontSaveInEditor) == 0;

        private JObject Plain(GameObject obj)
        {
            var missing = new Queue<JObject>(MissingParts.ScriptsOf(obj));
            return new JObject
            {
                ["id"] = idOf(obj),
                ["fields"] = Fields(obj),
                ["components"] = new JArray(obj.Components.Select(c => Component(c, missing)).Where(c => c != null)),
                ["children"] = new JArray(obj.transform.Children.Where(c => IsSaved(c.Owner)).Select(c => Node(c.Owner))),
            };
        }

        private JObject? Component(Component? component, Queue<JObject> missing) =>
            component is not null ? Component(component) : missing.Count > 0 ? (JObject)missing.Dequeue().DeepClone() : null;

        internal JObject Component(Component component)
        {
            var json = new JObject { ["id"] = idOf(component), ["type"] = TypeNames.Of(component.GetType()) };
            if (component is MonoBehaviour && ScriptAssets.Of(component.GetType()) is { } script) json["script"] = script;
            json["fields"] = Fields(component);
            return json;
        }

        private JObject Fields(Object obj)
        {
            var fields = ObjectCodec.Write(obj, this);
            Adjust(obj, fields);
            return fields;
        }

        /// <summary>An instance's overrides; the rest comes from its prefab's file.</summary>
        private JObject Instance(GameObject root, GameObject sourceRoot)
        {
            var handle = view.HandleOf(root);
            bool Linked(Object obj) => ReferenceEquals(view.HandleOf(obj), handle) && view.SourceOf(obj) != null;
            var linked = Hierarchy.Everything(root).Where(Linked).ToList();
            var ids = new JObject();
            var rootId = idOf(root);
            foreach (var obj in linked)
            {
                var sourceId = view.SourceOf(obj)!.LocalFileId;
                if (idOf(obj) != InstanceIds.Of(rootId, sourceId)) ids[Text(sourceId)] = idOf(obj);
            }
            var node = new JObject
            {
                ["id"] = rootId,
                ["prefab"] = handle!.SourceGuid,
                ["ids"] = ids,
                ["changes"] = Changes(linked, Linked),
                ["removed"] = Removed(linked, sourceRoot),
            };
            var addedComponents = new JArray();
            var added = new JArray();
            foreach (var obj in linked.OfType<GameObject>())
            {
                var target = view.SourceOf(obj)!.LocalFileId;
                var missing = new Queue<JObject>(MissingParts.ScriptsOf(obj));
                foreach (var component in obj.Components.Where(c => c is not null && !Linked(c)))
                    addedComponents.Add(new JObject { ["target"] = target, ["component"] = Component(component, missing) });
                for (var i = 0; i < obj.transform.Children.Count; i++)
                {
                    var child = obj.transform.Children[i].Owner;
                    if (!Linked(child) && IsSaved(child))
                        added.Add(new JObject { ["target"] = target, ["index"] = i, ["node"] = Node(child) });
                }
            }
            if (addedComponents.Count > 0) node["addedComponents"] = addedComponents;
            if (added.Count > 0) node["added"] = added;
            return node;
        }

        private JArray Changes(List<Object> linked, Func<Object, bool> isLinked)
        {
            var list = new JArray();
            foreach (var obj in linked)
            {
                var source = view.SourceOf(obj)!;
                var mine = ObjectCodec.Write(obj, new Mapped(this, o => isLinked(o) ? view.SourceOf(o)!.LocalFileId : (long?)null));
                Adjust(obj, mine);
                foreach (var (path, value) in FieldChanges.Between(SourceFields(source), mine))
                    list.Add(new JObject { ["target"] = source.LocalFileId, ["path"] = path, ["value"] = value });
            }
            return list;
        }

        /// <summary>The fields of an object of a prefab's file, with references inside it as <c>$source</c>.</summary>
        internal static JObject SourceFields(Object source) =>
            ObjectCodec.Write(source, new Mapped(
                new HierarchyWriter(new HierarchyView(), _ => false, o => o.LocalFileId),
                o => (o is GameObject || o is Component) && o.AssetPath == source.AssetPath ? o.LocalFileId : (long?)null));

        /// <summary>The topmost objects and the components of the source that have no counterpart.</summary>
        private JArray Removed(List<Object> linked, GameObject sourceRoot)
        {
            var there = new HashSet<ulong>(linked.Select(o => view.SourceOf(o)!.Id));
            var removed = new JArray();
            void Visit(GameObject source)
            {
                if (!there.Contains(source.Id))
                {
                    removed.Add(source.LocalFileId);
                    return;
                }
                foreach (var component in source.Components)
                    if (component is not null && !there.Contains(component.Id)) removed.Add(component.LocalFileId);
                foreach (var child in source.transform.Children) Visit(child.Owner);
            }
            Visit(sourceRoot);
            return removed;
        }

        private static string Text(long id) => id.ToString(CultureInfo.InvariantCulture);

        /// <summary>Names of what has a counterpart in the prefab's file are those of the counterpart.</summary>
        private sealed class Mapped : IReferences
        {
            private readonly IReferences others;
            private readonly Func<Object, long?> sourceId;

            internal Mapped(IReferences others, Func<Object, long?> sourceId)
            {
                this.others = others;
                this.sourceId = sourceId;
            }

            public JObject? Name(Object referred) =>
                sourceId(referred) is { } id ? new JObject { ["$source"] = id } : others.Name(referred);

            public Object? Find(JObject name) => others.Find(name);
        }
    }
}
